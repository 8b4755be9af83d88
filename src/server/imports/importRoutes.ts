import { Readable } from 'node:stream'

import { importContract as contract, type ImportStarted } from '#contract'
import type { Resource } from '#schema'

import type { Api } from '../kernel/api.ts'
import type { Backend } from '../kernel/backend.ts'
import { answeredBefore, keyOf, once } from '../kernel/requestKeys.ts'
import { piecesInTurn } from '../kernel/fairShare.ts'
import { transact, type Scope } from '../records/write/transact.ts'
import { preview, uploadFor } from './preview.ts'
import { report } from './report.ts'
import { inspectFile, startImport } from './start.ts'
import { msg } from '../../texts/serverMsg.ts'

/** The routes by which files are taken in, of every resource that allows it. */
export function importRoutes(app: Api, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (resource.operations.includes('import')) resourceRoutes(app, backend, resource)
  }
}

function resourceRoutes(app: Api, backend: Backend, resource: Resource): void {
  const access = { resource, operation: 'import' } as const
  const config = { access }
  const path = `/${resource.api}/import`

  app.post(
    `${path}/preview`,
    { schema: contract.preview(resource), config },
    async ({ user, body }) => ({
      data: await preview(backend, resource, user, body),
    }),
  )

  app.post(path, { schema: contract.begin(resource), config }, async (request, reply) => {
    const order = request.body
    const key = keyOf(request)
    const begun = (data: ImportStarted) => {
      reply.status(202)
      return { message: msg('the_import_has_begun'), data }
    }
    const before = await answeredBefore<ImportStarted>(key, backend.database.sql)
    if (before) return begun(before)
    const file = await uploadFor(backend, resource, request.user, order.upload_id)
    const inspected = await inspectFile(file, order, backend.database.sql)
    const start = (scope: Scope) => startImport(resource, inspected, order, scope)
    return begun(
      await transact(backend, request, (scope) => once(key, scope.sql, () => start(scope))),
    )
  })

  app.get(
    `${path}/:id(^\\d{1,15}$)/report`,
    { schema: contract.report(resource), config },
    async (request, reply) => {
      const { id } = request.params
      const lines = await report(resource, request.user, id, backend.database.sql)
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="import-${id}-refused.csv"`)
      return reply.send(Readable.from(piecesInTurn(request, lines)))
    },
  )
}
