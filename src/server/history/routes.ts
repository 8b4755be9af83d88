import type { FastifyInstance } from 'fastify'

import type { Backend } from '../backend.ts'
import { badRequest } from '../errors.ts'
import { idPath } from '../records/routes.ts'
import { readHistory } from './read.ts'

interface Call {
  Params: { id: string }
  Querystring: { before?: string }
}

/** What changed on each record (product.md 15.2), for those who see the record. */
export function historyRoutes(app: FastifyInstance, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (!resource.operations.includes('show')) continue
    const config = { access: { resource, operation: 'show' } } as const
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
