import type { FastifyReply, FastifyRequest } from 'fastify'

import {
  actionContract,
  bulkContract,
  closingContract,
  listActionContract,
  previewContract,
  type BulkAnswer,
} from '#contract'
import { actionEnd, isOnList, messageOf, type ActionDeclaration, type Resource } from '#schema'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import { bytesOf, type FileAnswer } from '../kernel/behavior/fileAnswer.ts'
import { attachment } from '../kernel/behavior/attachment.ts'
import { keyOf, authorOf, type RouteAccess } from '../kernel/guard.ts'
import { once } from '../database/requestKeys.ts'
import { answerBulk, bulk } from './bulk/bulk.ts'
import { previewBulk } from './bulk/bulkPreview.ts'
import { runAction, runListAction } from './bulk/runAction.ts'
import { idPath } from './idPath.ts'
import { bulkWork } from './read/list.ts'
import { lockRecord } from './read/record.ts'
import { bulkMessage, doneMessage } from './write/validation/problems.ts'
import { precompute, transact, type Scope } from './write/transact.ts'
import { msg } from '../../texts/serverMsg.ts'

/** The routes of declared actions: of one record, of many, or of none. */
export function actionRoutes(app: Api, backend: Backend, resource: Resource): void {
  const { api } = resource
  const actions = Object.entries<ActionDeclaration>(resource.actions ?? {})
  for (const [name, action] of actions) {
    const { permission } = action
    const access = typeof permission === 'string' ? { permission } : { rule: permission }
    const config = { access }
    const answer = answerOf(backend, actionMessage(resource, name, action), action)
    if (isOnList(action)) {
      const schema = listActionContract(resource, action)
      app.post(`/${api}/${actionEnd(name, action)}`, { schema, config }, async (request, reply) =>
        answer(request, reply, (scope) => runListAction(resource, name, request.body, scope)),
      )
      continue
    }
    const { addressedBy } = action
    const end = addressedBy ? `/:${addressedBy}(^\\d{1,9}$)` : ''
    const runOnRecord = (
      request: FastifyRequest<{ Params: { id: number } }>,
      reply: FastifyReply,
    ) =>
      answer(request, reply, async (scope) => {
        const { id, ...addressed } = request.params
        const record = await lockRecord(resource, request.user, id, 'show', scope.sql)
        const input = addressedBy ? { ...Object(request.body), ...addressed } : request.body
        const { answer, version } = await runAction(resource, name, record, input, scope)
        return answer ?? { id, version }
      })
    const schema = actionContract(resource, action)
    app.post(`/${api}/${idPath}/${actionEnd(name, action)}${end}`, { schema, config }, runOnRecord)
    if (action.deletes) {
      const schema = closingContract(resource, action)
      app.delete(`/${api}/${idPath}`, { schema, config }, runOnRecord)
    }
    if (action.bulk) bulkRoute(app, backend, resource, { action: name, access })
    if (action.previewed) previewRoute(app, backend, resource, { action: name, access })
  }
}

function actionMessage(
  resource: Resource,
  name: string,
  { done, label, moves }: ActionDeclaration,
) {
  if (done) return messageOf(`resources.${resource.name}.actions.${name}.done`, done)
  return moves ? doneMessage(resource, 'updated') : `${label}: done`
}

/** Returns what does the work of an action in a transaction, and answers with its data or its file. */
const answerOf =
  (backend: Backend, message: string, { file, once: isOnce, input = {} }: ActionDeclaration) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (scope: Scope) => Promise<unknown>,
  ): Promise<never> => {
    const key = isOnce ? keyOf(request) : undefined
    const precomputed = await precompute(backend, { fields: input }, request.user, request.body)
    const runInScope = async (scope: Scope) => {
      const data = await once(key, scope.sql, async () => Object(await work(scope)))
      if (!file) return { message, data }
      const made = data as FileAnswer
      return { ...made, bytes: await bytesOf(made) }
    }
    const answered = await transact(backend, request, runInScope, precomputed)
    if (!('bytes' in answered)) return reply.send(answered) as never
    const { name, type, bytes } = answered
    return reply.headers(attachment({ name, type, length: bytes.length })).send(bytes) as never
  }

/** What an action would do to many records. */
function previewRoute(
  app: Api,
  backend: Backend,
  resource: Resource,
  { action, access }: { action: string; access: RouteAccess },
): void {
  const schema = previewContract(resource, action)
  const config = { access, work: bulkWork(resource) }
  app.post(`/${resource.api}/bulk/${action}/preview`, { schema, config }, async (request) => {
    const asker = { backend, user: request.user, author: authorOf(request) }
    return { data: await previewBulk(resource, action, request.body, asker) }
  })
}

/** A bulk action: `update`, `delete` or a declared action. */
export function bulkRoute(
  app: Api,
  backend: Backend,
  resource: Resource,
  { action, access }: { action: string; access: RouteAccess },
): void {
  const schema = bulkContract(resource, action)
  const config = { access, work: bulkWork(resource) }
  const message = (data: BulkAnswer) =>
    'job_id' in data ? msg('it_is_done_in_the_background') : bulkMessage(resource, action, data)
  app.post(`/${resource.api}/bulk/${action}`, { schema, config }, (...call) =>
    answerBulk(backend, call, (caller) => bulk(resource, action, call[0].body, caller), message),
  )
}
