import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import type { Resource } from '#schema'

import type { Backend } from '../backend.ts'
import { transact } from '../records/routes.ts'
import { checked } from './checked.ts'
import { importOptions } from './options.ts'
import { preview, uploadFor } from './preview.ts'
import { report } from './report.ts'
import { startImport } from './start.ts'

interface ById {
  Params: { id: string }
}

/** The routes by which files are taken in, of every resource that allows it. */
export function importRoutes(app: FastifyInstance, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (resource.operations.includes('import')) resourceRoutes(app, backend, resource)
  }
}

function resourceRoutes(app: FastifyInstance, backend: Backend, resource: Resource): void {
  const config = { access: { resource, operation: 'import' } } as const
  const path = `/${resource.api}/import`

  app.post(`${path}/preview`, { config }, async ({ user, body }) => ({
    data: await preview(backend, resource, user, body),
  }))

  app.post(path, { config }, async (request, reply) => {
    const order = checked(importOptions, request.body)
    const file = await uploadFor(backend, resource, request.user, order.upload_id)
    const data = await transact(backend, request, (scope) =>
      startImport(resource, file, order, scope),
    )
    reply.status(202)
    return { message: 'The import has begun.', data }
  })

  app.get<ById>(`${path}/:id(^\\d{1,15}$)/report`, { config }, async (request, reply) => {
    const id = Number(request.params.id)
    const lines = await report(resource, request.user, id, backend.database.sql)
    reply.type('text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="import-${id}-refused.csv"`)
    return reply.send(Readable.from(lines))
  })
}
