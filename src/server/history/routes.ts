import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import type { Backend } from '../backend.ts'
import { badRequest } from '../errors.ts'
import { idPath } from '../records/routes.ts'
import { historyAnswer } from './answer.ts'
import { readHistory } from './read.ts'

interface Call {
  Params: { id: string }
  Querystring: { before?: string }
}

/** What changed on each record (product.md 15.2), for those who see the record. */
export function historyRoutes(app: FastifyInstance, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (!resource.operations.includes('show') || resource.view) continue
    const about = {
      group: resource.label,
      summary: `What changed on ${resource.one}`,
      query: z.object({ before: z.int().optional() }),
      answers: { 200: historyAnswer },
    }
    const config = { access: { resource, operation: 'show' }, about } as const
    app.get<Call>(`/${resource.api}/${idPath}/history`, { config }, ({ user, params, query }) =>
      readHistory(backend, resource, user, { id: Number(params.id), before: beforeOf(query) }),
    )
  }
}

function beforeOf({ before, ...unknown }: Call['Querystring']): number | undefined {
  const [other] = Object.keys(unknown)
  if (other !== undefined) throw badRequest(`"${other}" is not a filter here.`)
  if (before === undefined) return undefined
  if (!/^\d{1,15}$/.test(before)) throw badRequest('before must be a whole number.')
  return Number(before)
}
