import type { FastifyRequest } from 'fastify'

import { importContract as contract, type ImportStarted } from '#contract'
import type { Resource } from '#schema'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import { once } from '../database/requestKeys.ts'
import { answeredBefore } from '../database/answeredBefore.ts'
import { keyOf } from '../kernel/guard.ts'
import { idPath } from '../records/idPath.ts'
import { transact, type Scope } from '../records/write/transact.ts'
import { preview } from './preview.ts'
import { hashOf, importedBefore, uploadFor } from './uploadedFile.ts'
import { reportRoute } from './report/reportRoute.ts'
import { inspectFile, startImport } from './start.ts'
import { msg } from '../../texts/serverMsg.ts'
import { checkType, importType } from './rows/task.ts'
import { startUndo } from './undo/undo.ts'
import { templateRoutes } from './templateRoutes.ts'
import { createLanguages } from '../translations/answers.ts'
import { cancelImport, proceed } from './course.ts'
import { findImport } from './findImport.ts'

/** The routes by which files are taken in, of every resource that allows it. */
export function importRoutes(app: Api, backend: Backend): void {
  const languageOf = createLanguages(backend)
  for (const resource of backend.business.resources) {
    if (resource.operations.includes('import')) resourceRoutes(app, backend, resource, languageOf)
  }
}

function resourceRoutes(
  app: Api,
  backend: Backend,
  resource: Resource,
  languageOf: ReturnType<typeof createLanguages>,
): void {
  templateRoutes(app, backend, resource)
  const access = { resource, operation: 'import' } as const
  const config = { access }
  const path = `/${resource.api}/import`
  const transactOnce = <Answer extends object>(
    request: FastifyRequest,
    work: (scope: Scope) => Promise<Answer>,
  ) => transact(backend, request, (scope) => once(keyOf(request), scope.sql, () => work(scope)))

  app.post(
    `${path}/preview`,
    { schema: contract.preview(resource), config },
    async ({ user, body }) => ({
      data: await preview(backend, resource, user, body),
    }),
  )

  const uploaded = { schema: contract.before(resource), config }
  app.get(`${path}/upload/:id`, uploaded, async ({ user, params }) => {
    const { sql: database } = backend.database
    const file = await uploadFor(backend, resource, user, params.id)
    const warning = await importedBefore(resource, await hashOf(file, database), database)
    return { data: { ...(warning && { warning }) } }
  })

  app.post(path, { schema: contract.begin(resource), config }, async (request, reply) => {
    const order = request.body
    const key = keyOf(request)
    const begun = (data: ImportStarted) => {
      reply.status(202)
      const message = order.check ? msg('the_check_has_begun') : msg('the_import_has_begun')
      return { message, data }
    }
    const before = await answeredBefore<ImportStarted>(key, backend.database.sql)
    if (before) return begun(before)
    const file = await uploadFor(backend, resource, request.user, order.upload_id)
    const inspected = await inspectFile(file, order, backend.database.sql)
    const start = (scope: Scope) => startImport(resource, inspected, order, scope)
    return begun(await transactOnce(request, start))
  })

  const onePath = `${path}/${idPath}`
  app.get(onePath, { schema: contract.one(resource), config }, async ({ user, params }) => ({
    data: await findImport(resource, user, params.id, backend.database.sql),
  }))

  const { followImport } = backend.business.behaviors[resource.name] ?? {}
  const follows = followImport ? [{ ...following, ...followImport }] : []
  for (const course of [...courses, ...follows]) {
    const { name, type, summary, message } = course
    const asks = 'asks' in course ? course.asks : undefined
    const schema = contract.proceed(resource, summary, asks)
    app.post(`${onePath}/${name}`, { schema, config }, async (request, reply) => {
      const follow: unknown = asks && request.body
      const data = await transactOnce(request, (scope) =>
        proceed(resource, request.params.id, type, scope, follow),
      )
      reply.status(202)
      return { message, data }
    })
  }

  const { own, all } = resource.import?.undo ?? {}
  if (own !== undefined && all !== undefined) {
    const undoing = {
      schema: contract.undo(resource),
      config: { access: { permission: [own, all] } },
    }
    app.post(`${onePath}/undo`, undoing, async (request, reply) => {
      const data = await transactOnce(request, async (scope) => ({
        job_id: await startUndo(resource, request.params.id, scope),
      }))
      reply.status(202)
      return { message: msg('the_undoing_has_begun'), data }
    })
  }

  app.post(`${onePath}/cancel`, { schema: contract.cancel(resource), config }, async (request) => {
    const { id } = request.params
    await transact(backend, request, (scope) => cancelImport(resource, id, scope))
    return { message: msg('the_job_is_being_cancelled'), data: { id } }
  })

  reportRoute(app, backend, resource, languageOf)
}

const following = {
  type: importType,
  summary: 'Take in a file that was checked, and go on with what it brings',
  message: msg('the_import_has_begun'),
} as const

const courses = [
  {
    name: 'check',
    type: checkType,
    summary: 'Check an ordered file once more; nothing is saved',
    message: msg('the_check_has_begun'),
  },
  {
    name: 'start',
    type: importType,
    summary: 'Take in a file that was checked',
    message: msg('the_import_has_begun'),
  },
] as const
