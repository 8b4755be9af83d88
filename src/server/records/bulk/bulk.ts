import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { inlineLimit, type BulkAnswer } from '#contract'
import { actionNamed, type Resource, type User } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { inTransaction } from '../../database/connection.ts'
import { confirmPassword, invalid } from '../../kernel/errors.ts'
import { once } from '../../database/requestKeys.ts'
import { answeredBefore } from '../../database/answeredBefore.ts'
import { admitValues } from '../read/admit.ts'
import { applyToAll, operationOf, type BulkAction } from './bulkRun.ts'
import { refuseTogether } from './bulkPreview.ts'
import { actionOf } from './runAction.ts'
import { keyOf, type RequestKey, authorOf, type Author } from '../../kernel/guard.ts'
import { requireConfirmed } from '../write/validation/validateWrite.ts'
import { selectedItems, type Reached } from './selected.ts'
import { parseSelection } from './parseSelection.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { checkedValues } from './bulkValues.ts'
import { chunksOf, parts } from './item.ts'

/** Who acts, and where. */
export interface Caller {
  readonly backend: Backend
  readonly user: User
  readonly author: Author
  readonly isConfirmed: boolean
  /** Undefined where the client gave none. */
  readonly key: RequestKey | undefined
}

/** Answers with what was done, or with 202 and the job that does it. A key that was sent before gets its first answer. */
export async function answerBulk(
  backend: Backend,
  [request, reply]: [FastifyRequest, FastifyReply],
  run: (caller: Caller) => Promise<BulkAnswer>,
  messageOf: (data: BulkAnswer) => string,
) {
  const { user, isConfirmed } = request
  const key = keyOf(request)
  const before = await answeredBefore<BulkAnswer>(key, backend.database.sql)
  const caller = { backend, user, isConfirmed, author: authorOf(request), key }
  const data = before ?? (await run(caller))
  backend.commits.emit('commit')
  const message = messageOf(data)
  if (!('job_id' in data)) return { message, data }
  reply.status(202)
  return { message, data }
}

const rest = z.strictObject({ values: z.record(z.string(), z.unknown()).default({}) })

/** Acts on the selected records that the user may act on; the others are told as skipped. */
export async function bulk(
  resource: Resource,
  action: string,
  body: unknown,
  caller: Caller,
): Promise<BulkAnswer> {
  const { selected, rest: more } = parseSelection(body)
  const parsed = rest.safeParse(more)
  if (!parsed.success) throw invalid({}, msg('beside_the_selection_only_values_may_be'))
  const values = checkedValues({ resource, action, given: parsed.data.values }, caller)
  if (action === 'update') await admitValues(resource, values, caller)
  const reached = await selectedItems(resource, operationOf(action), selected, caller)
  const call = { ids: reached.items.map(({ id }) => id), values }
  await refuseTogether(resource, action, call, caller)
  // Only a change can be lost: it was decided on what the record was.
  const items = action === 'update' ? reached.items : reached.items.map(({ id }) => ({ id }))
  return runBulk({ resource: resource.name, act: action, values }, { ...reached, items }, caller)
}

/** Does a bulk action at once, or starts the job that does it. */
export async function runBulk(
  action: BulkAction,
  reached: Reached,
  caller: Caller,
): Promise<BulkAnswer> {
  const isLarge = reached.items.length > inlineLimit
  if (isLarge) requireConfirmedFor(caller.backend.resource(action.resource), action, caller)
  return inTransaction(caller.backend.database, (sql) =>
    once(caller.key, sql, () => (isLarge ? startBulk : bulkNow)(action, reached, caller, sql)),
  )
}

async function bulkNow(
  action: BulkAction,
  { items, skipped }: Reached,
  caller: Caller,
  sql: Sql,
): Promise<BulkAnswer> {
  const { done, failures } = await applyToAll(action, items, { ...caller, sql })
  const all = [...skipped, ...failures]
  return {
    done: done.length,
    skipped: all.length,
    reasons: [...new Set(all.map(({ reason }) => reason))].slice(0, 10),
    failures: all,
    warnings: done.flatMap(({ id, warning }) => (warning === undefined ? [] : { id, warning })),
    records: done.flatMap(({ id, version }) => (version === undefined ? [] : { id, version })),
  }
}

async function startBulk(
  action: BulkAction,
  { items, skipped }: Reached,
  { backend, user }: Caller,
  sql: Sql,
): Promise<BulkAnswer> {
  const resource = backend.resource(action.resource)
  const isTogether = actionNamed(resource, action.act)?.bulk === 'together'
  const chunks = [
    ...chunksOf(items, isTogether ? 'together' : 'each'),
    ...parts(skipped).map((part) => ({ size: part.length, payload: { skipped: part } })),
  ]
  const job_id = await backend.jobs.start(sql, {
    type: 'bulk',
    name: msg('action_on_things', { things: resource.label, action: nameOf(resource, action.act) }),
    user_id: user.id,
    parameters: action,
    chunks,
  })
  return { job_id }
}

const ownNames: Readonly<Record<string, string>> = {
  update: 'Edit',
  delete: 'Delete',
  restore: 'Undo',
  undo: 'Undo',
}

/** An action as people choose it. */
const nameOf = (resource: Resource, action: string) =>
  actionNamed(resource, action)?.label ?? ownNames[action] ?? action

/** A job cannot ask, so its request needs what any of its writes could need. */
export function requireConfirmedFor(
  resource: Resource,
  { act: action, values }: BulkAction,
  caller: Pick<Caller, 'isConfirmed'>,
): void {
  if (action === 'update') return requireConfirmed(resource, 'edit', Object.keys(values), caller)
  if (action === 'undo')
    return requireConfirmed(resource, 'edit', Object.keys(resource.fields), caller)
  if (action === 'delete' || action === 'restore')
    return requireConfirmed(resource, 'delete', [], caller)
  if (actionOf(resource, action).reauthenticate && !caller.isConfirmed) throw confirmPassword()
}
