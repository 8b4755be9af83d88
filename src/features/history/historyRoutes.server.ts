import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import type { Resource } from '#schema'

import type { Backend } from '../../server/kernel/backend.ts'
import { badRequest } from '../../server/kernel/errors.ts'
import { doneWith, recordOf } from '../../server/kernel/describe.ts'
import { doneMessage } from '../../server/records/write/problems.ts'
import { getRecord } from '../../server/records/read/record.ts'
import { idPath, transact } from '../../server/records/recordRoutes.ts'
import { historyAnswer } from './answer.server.ts'
import { readHistory } from '../../server/records/history/readHistory.ts'
import { revertBody, revertEntry } from './revert.server.ts'

interface Call {
  Params: { id: string }
  Querystring: { before?: string }
}

/** What changed on each record (product.md 15.2), for those who see the record. */
export function historyRoutes(app: FastifyInstance, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (!resource.operations.includes('show') || resource.view) continue
    if (resource.operations.includes('edit')) revertRoute(app, backend, resource)
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

function revertRoute(app: FastifyInstance, backend: Backend, resource: Resource): void {
  const about = {
    group: resource.label,
    summary: `Take a change of ${resource.one} back`,
    body: revertBody,
    answers: { 200: doneWith(recordOf(resource)) },
  }
  const config = { access: { resource, operation: 'edit' }, about } as const
  app.post<Call>(`/${resource.api}/${idPath}/revert`, { config }, (request) =>
    transact(backend, request, async (scope) => {
      const { id } = await revertEntry(resource, Number(request.params.id), request.body, scope)
      const data = await getRecord(backend, resource, scope.user, id, scope.sql)
      return { message: doneMessage(resource, 'updated'), data }
    }),
  )
}

function beforeOf({ before, ...unknown }: Call['Querystring']): number | undefined {
  const [other] = Object.keys(unknown)
  if (other !== undefined) throw badRequest(`"${other}" is not a filter here.`)
  if (before === undefined) return undefined
  if (!/^\d{1,15}$/.test(before)) throw badRequest('before must be a whole number.')
  return Number(before)
}
