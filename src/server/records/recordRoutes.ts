import type { FastifyRequest } from 'fastify'

import { recordContract } from '#contract'
import { isMasked, isObject, type Field, type Resource } from '#schema'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { inTransaction, withStatementTimeout } from '../database/connection.ts'
import { hasLines } from '../database/parts.ts'
import { badRequest, RefusedRecord } from '../kernel/errors.ts'
import { once } from '../database/requestKeys.ts'
import { authorOf, keyOf } from '../kernel/guard.ts'
import { admit, admitRefused, readQuery } from './read/admit.ts'
import { actionRoutes, bulkRoute } from './actionRoutes.ts'
import { idPath } from './idPath.ts'
import {
  precompute,
  transact,
  type Scope,
  createUnitOfWork,
  withUnitOfWork,
} from './write/transact.ts'
import { doneMessage } from './write/validation/problems.ts'
import { withConflictDetails } from './write/validation/conflicts.ts'
import { contextOf, asObject } from './write/hooks.ts'
import { isWide, listRecords, listWork, wideTimeoutMs } from './read/list.ts'
import { tabRoute } from './read/tabs.ts'
import { valuesRoute } from './read/values/usedValues.ts'
import { defaultOptionsLimit, listOptions } from './read/values/options.ts'
import { getRecord, type Row } from './read/select.ts'
import { keepRefusedRecord } from './write/validation/refusedRecord.ts'
import { createdOnce, createOrFill, mayKnowMatch } from './write/createOrFill.ts'
import { isRefusal, withAllRefusals, withOwnRefusals } from './write/validation/refusals.ts'
import { undoRoutes } from './undo/undoRoutes.ts'
import { changeRecord, readBack, warningOf } from './write/write.ts'
import { saveLines } from './write/lines/lines.ts'
import { arrangeRoute } from './write/arrange.ts'
import { removeRecord } from './write/remove.ts'
import { msg } from '../../texts/serverMsg.ts'

/** The routes of every resource, derived from its declaration. */
export function recordRoutes(app: Api, backend: Backend): void {
  for (const resource of backend.business.resources) {
    readRoutes(app, backend, resource)
    optionRoute(app, backend, resource)
    writeRoutes(app, backend, resource)
    bulkRoutes(app, backend, resource)
    undoRoutes(app, backend, resource)
    actionRoutes(app, backend, resource)
  }
}

function readRoutes(app: Api, backend: Backend, resource: Resource): void {
  const { api, operations, listedBy } = resource
  if (operations.includes('list')) {
    const access = { resource, operation: 'list' } as const
    const contract = recordContract(resource)
    const work = listWork(resource)
    const list = async (request: FastifyRequest, input: unknown) => {
      const caller = { backend, user: request.user, author: authorOf(request) }
      if (!isObject(input)) throw badRequest(msg('send_the_filter_as_a_json_object'))
      const query = await admit(resource, readQuery(resource, request.user, input), caller)
      const read = (sql?: Sql) => listRecords(backend, resource, request.user, query, sql)
      return resource.size === 'large' && isWide(query)
        ? withStatementTimeout(backend.database, wideTimeoutMs, read)
        : read()
    }
    const path = `/${listedBy?.path.replace(':id', idPath) ?? `${api}/search`}`
    const within = ({ params }: FastifyRequest) =>
      listedBy && { [listedBy.by]: String(Object(params).id) }
    app.get(path, { schema: contract.list, config: { access, work } }, (request) =>
      list(request, { ...Object(request.query), ...within(request) }),
    )
    app.post(path, { schema: contract.listByBody, config: { access, work } }, (request) =>
      list(request, isObject(request.body) ? { ...request.body, ...within(request) } : undefined),
    )
  }
  if (operations.includes('list') && resource.tabs) tabRoute(app, backend, resource)
  if (operations.includes('list')) valuesRoute(app, backend, resource)
  if (operations.includes('show')) {
    const schema = recordContract(resource).show
    const config = { access: { resource, operation: 'show' } } as const
    app.get(`/${api}/${idPath}`, { schema, config }, async ({ user, params }) => ({
      data: await getRecord(backend, resource, user, params.id),
    }))
  }
}

function optionRoute(app: Api, backend: Backend, resource: Resource): void {
  const { api, options } = resource
  if (!options) return
  const schema = recordContract(resource).options
  const config = { access: { permission: options.permission } }
  app.get(`/${api}/all`, { schema, config }, ({ user, query }) => {
    const { search = '', id: ids, limit = defaultOptionsLimit, inactive } = query
    return listOptions(backend, resource, user, { search, ids, limit, inactive: inactive === '1' })
  })
}

function writeRoutes(app: Api, backend: Backend, resource: Resource): void {
  const { api, operations } = resource
  const contract = recordContract(resource)
  const hasMasked = Object.values<Field>(resource.fields).some(isMasked)
  const messages = {
    created: doneMessage(resource, 'created'),
    updated: doneMessage(resource, 'updated'),
    deleted: doneMessage(resource, 'deleted'),
  }
  const answer = async (scope: Scope, id: number, message: string) => ({
    message,
    data: resource.access.show(scope.user) === false ? { id } : await readBack(resource, id, scope),
  })
  const attemptOf = (request: FastifyRequest, id: number | undefined) => {
    const { user, body } = request
    const asker = { backend, user, author: authorOf(request) }
    const check = (work: (scope: Omit<Scope, 'isConfirmed'>) => Promise<void>) =>
      inTransaction(backend.database, (sql) =>
        work({ ...asker, sql, unitOfWork: createUnitOfWork(sql) }),
      )
    const refused = { resource, body, ...(id !== undefined && { id }) }
    /** Counts what a write compares. Returns all that is wrong without it where no more may be compared. */
    const limited = async () => {
      if (!hasMasked) return undefined
      const limit = await admitRefused(resource, Object(body), asker)
      return limit && withOwnRefusals(limit, refused, check)
    }
    return { asker, check, refused, limited }
  }
  /** Returns the error with all that is wrong with the write, as far as it may be told of masked values. */
  const explained = async (error: unknown, request: FastifyRequest, id?: number) => {
    const { body } = request
    const { asker, check, refused, limited } = attemptOf(request, id)
    const isChange = id !== undefined
    const detailed = isChange
      ? await withConflictDetails(error, { resource, id, body }, asker)
      : error
    if (!isRefusal(detailed)) return detailed
    const limit = await limited()
    // What is kept tells as much as an answer does.
    if (limit) return limit
    if (!isChange && error instanceof RefusedRecord) {
      await transact(backend, request, (scope) =>
        keepRefusedRecord(error, resource, asObject(body), scope),
      )
    }
    return withAllRefusals(detailed, refused, check)
  }
  const write = async <Answer>(
    request: FastifyRequest,
    work: (scope: Scope, body: Row) => Promise<Answer>,
    id?: number,
  ) => {
    // A change tells whether something was stored already, for then it makes no version.
    const limit = id !== undefined && (await attemptOf(request, id).limited())
    if (limit) throw limit
    try {
      const body = asObject(request.body)
      const precomputed = await precompute(backend, resource, request.user, body)
      return await transact(backend, request, (scope) => work(scope, body), precomputed)
    } catch (error) {
      throw await explained(error, request, id)
    }
  }
  if (operations.includes('create')) {
    const config = { access: { resource, operation: 'create' } } as const
    app.post(`/${api}`, { schema: contract.create, config }, async (request, reply) => {
      const { user } = request
      reply.status(201)
      return write(request, async (scope, body) => {
        const make = () => createOrFill(resource, body, scope)
        const taken = await createdOnce(resource, request, scope, make)
        if (!taken.is_filled) return answer(scope, taken.id, messages.created)
        reply.status(200)
        const isKnown = mayKnowMatch(resource, user, body)
        const { data } = isKnown ? await answer(scope, taken.id, '') : { data: {} }
        return { message: msg('there_already_and_filled'), data, meta: { is_filled: true } }
      })
    })
    defaultsRoute(app, backend, resource)
  }
  if (operations.includes('edit')) {
    const config = { access: { resource, operation: 'edit' } } as const
    app.put(`/${api}/${idPath}`, { schema: contract.edit, config }, async (request) => {
      const { id } = request.params
      const work = async (scope: Scope, body: Row) => {
        const record = await changeRecord(resource, id, body, scope)
        if (hasLines(resource)) await saveLines(resource, record, scope)
        const warning = warningOf(resource, record, scope)
        const answered = await answer(scope, id, warning ?? messages.updated)
        return warning ? { ...answered, meta: { is_warning: true as const } } : answered
      }
      return write(request, work, id)
    })
  }
  if (resource.arranged) arrangeRoute(app, backend, resource)
  if (operations.includes('delete')) {
    const config = { access: { resource, operation: 'delete' } } as const
    app.delete(`/${api}/${idPath}`, { schema: contract.delete, config }, async (request) =>
      transact(backend, request, async (scope) => {
        const { id } = request.params
        return once(keyOf(request), scope.sql, async () => {
          const version = await removeRecord(resource, id, scope)
          return { message: messages.deleted, data: { id, version } }
        })
      }),
    )
  }
}

/** What the form of a new record shows first, for resources whose behavior knows more than the declaration. */
function defaultsRoute(app: Api, backend: Backend, resource: Resource): void {
  const behavior = backend.business.behaviors[resource.name]
  if (!behavior?.defaults) return
  const schema = recordContract(resource).defaults
  const config = { access: { resource, operation: 'create' } } as const
  app.get(`/${resource.api}/defaults`, { schema, config }, async (request) => {
    const { user } = request
    const { sql } = backend.database
    const scope = { backend, user, author: authorOf(request), sql }
    const data = await withUnitOfWork(sql, async (unitOfWork) =>
      behavior.defaults?.(contextOf({ ...scope, unitOfWork })),
    )
    return { data }
  })
}

const bulkOperations = [
  { action: 'update', operation: 'edit' },
  { action: 'delete', operation: 'delete' },
] as const

function bulkRoutes(app: Api, backend: Backend, resource: Resource): void {
  for (const { action, operation } of bulkOperations) {
    if (!resource.operations.includes(operation)) continue
    bulkRoute(app, backend, resource, { action, access: { resource, operation } })
  }
}
