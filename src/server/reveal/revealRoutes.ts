import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import type { Resource } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { objectOf } from '../kernel/describe.ts'
import { idPath, transact } from '../records/recordRoutes.ts'
import {
  hasMasks,
  pageBody,
  recordBody,
  revealPage,
  revealPermissions,
  revealRecord,
} from './reveal.ts'

/** The routes by which masked values are revealed, of every resource that has any (product.md 15.1). */
export function revealRoutes(app: FastifyInstance, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (hasMasks(resource)) resourceRoutes(app, backend, resource)
  }
}

function resourceRoutes(app: FastifyInstance, backend: Backend, resource: Resource): void {
  const { api, operations } = resource
  const access = { permission: revealPermissions(resource) }
  const { record, page } = aboutReveals(resource)
  if (operations.includes('show')) {
    const path = `/${api}/${idPath}/reveal`
    app.post<{ Params: { id: string } }>(path, { config: { access, about: record } }, (request) =>
      transact(backend, request, (scope) =>
        revealRecord(resource, Number(request.params.id), request.body, scope),
      ),
    )
  }
  if (operations.includes('list')) {
    app.post(`/${api}/reveal`, { config: { access, about: page } }, (request) =>
      transact(backend, request, (scope) => revealPage(resource, request.body, scope)),
    )
  }
}

const values = z.record(z.string(), z.unknown())
const meta = z.object({ left: z.int().describe('Acts left within the hour'), limit: z.int() })

function aboutReveals({ label: group, one }: Resource) {
  const data = z.union([z.object({ values }), z.object({ field: z.string(), value: z.unknown() })])
  return {
    record: {
      group,
      summary: `Masked values of ${one} in the clear; the audit log keeps who asked`,
      body: recordBody,
      answers: { 200: objectOf({ data, meta }) },
    },
    page: {
      group,
      summary: 'Masked values of the page of a list in the clear, by id',
      body: pageBody,
      answers: { 200: objectOf({ data: z.record(z.string(), values), meta }) },
    },
  }
}
