import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { cleanLine, QueryError } from '#schema'

import type { Backend } from '../../server/kernel/backend.ts'
import type { Work } from '../../server/kernel/fairShare.ts'
import { authorOf } from '../../server/records/recordRoutes.ts'
import { mostLanes } from './lanes.server.ts'
import { searchRecords } from './search.server.ts'
import type { Wanted } from './statement.server.ts'

interface Call {
  Querystring: Record<string, unknown>
}

/** One request that finds records across all resources. Each answers what its list would, so no one permission stands here. */
export function searchRoutes(app: FastifyInstance, backend: Backend): void {
  const search = (request: FastifyRequest, input: Record<string, unknown>) =>
    searchRecords(wantedOf(input), { backend, user: request.user, author: authorOf(request) })
  const access = 'signed-in'
  app.get<Call>('/search', { config: { access, work, about } }, (request) =>
    search(request, request.query),
  )
  // Whom somebody looks for stands in no address, which browsers and proxies write down.
  app.post('/search', { config: { access, work, about: aboutByBody } }, (request) =>
    search(request, bodyOf(request)),
  )
}

/** As many connections as a search takes. */
const work: Work = { places: mostLanes, isHeavy: true }

const fewest = 2
const most = 200

const found = z.object({
  id: z.int(),
  title: z.string(),
  detail: z.string().nullable(),
  open: z.enum(['show', 'edit']).nullable(),
  embed: z.record(z.string(), z.unknown()),
})

const wanted = z.object({
  text: z.string().min(fewest).max(most).describe('Words, or the number of a record: 123, #123'),
})

const described = {
  group: 'Console',
  answers: {
    200: z.object({
      data: z.array(
        z.object({ resource: z.string(), records: z.array(found), has_more: z.boolean() }),
      ),
      meta: z.object({ left_out: z.array(z.string()) }),
    }),
  },
}

const about = { ...described, summary: 'Find records in all resources at once', query: wanted }
const aboutByBody = { ...described, summary: 'The same for words out of addresses', body: wanted }

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new QueryError('Send the words as a JSON object.')
}

/** Reads `?text=…`: words, or the number of a record as `123` or `#123`. */
function wantedOf({ text, ...unknown }: Record<string, unknown>): Wanted {
  const [other] = Object.keys(unknown)
  if (other !== undefined) throw new QueryError(`"${other}" is not a filter here.`)
  const words = typeof text === 'string' ? cleanLine(text) : ''
  if (words.length < fewest || words.length > most) {
    throw new QueryError(`text must have ${fewest} to ${most} characters.`)
  }
  const [, mark, digits] = /^(#?)(\d{1,15})$/.exec(words) ?? []
  const id = digits === undefined ? undefined : Number(digits)
  return { words: mark ? '' : words, id }
}
