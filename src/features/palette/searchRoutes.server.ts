import type { FastifyRequest } from 'fastify'

import { searchContract as contract } from '#contract'

import type { Api } from '../../server/kernel/api.ts'
import type { Backend } from '../../server/kernel/backend.ts'
import type { Work } from '../../server/kernel/fairShare.ts'
import { authorOf } from '../../server/kernel/guard.ts'
import { mostLanes } from './lanes.server.ts'
import { searchRecords } from './search.server.ts'
import type { Wanted } from './statement.server.ts'

/** As many connections as a search takes. */
const work: Work = { places: mostLanes, isHeavy: true }

/** One request that finds records across all resources. Each answers what its list would, so no one permission stands here. */
export function searchRoutes(app: Api, backend: Backend): void {
  const search = (request: FastifyRequest, text: string) =>
    searchRecords(wantedOf(text), { backend, user: request.user, author: authorOf(request) })
  const config = { access: 'signed-in', work } as const
  app.get('/search', { schema: contract.byAddress, config }, (request) =>
    search(request, request.query.text),
  )
  // Whom somebody looks for stands in no address, which browsers and proxies write down.
  app.post('/search', { schema: contract.byBody, config }, (request) =>
    search(request, request.body.text),
  )
}

/** Reads words, or the number of a record as `123` or `#123`. */
function wantedOf(text: string): Wanted {
  const [, mark, digits] = /^(#?)(\d{1,15})$/.exec(text) ?? []
  const id = digits === undefined ? undefined : Number(digits)
  return { words: mark ? '' : text, id }
}
