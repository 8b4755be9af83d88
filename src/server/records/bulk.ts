import { sql } from 'kysely'
import { z } from 'zod'

import type { Operation, Resource, User } from '#schema'

import type { Backend } from '../backend.ts'
import { invalid, RequestError } from '../errors.ts'
import { runAction } from './act.ts'
import { checkedValues } from './bulkValues.ts'
import type { Author } from './changes.ts'
import { lockRecord } from './read.ts'
import { parseSelection, selectedIds } from './selected.ts'
import { changeStored, removeRecord, type Scope } from './write.ts'

/** An act on many records: `update` with values, `delete`, or a declared action with its input. */
export interface BulkAct {
  readonly resource: string
  readonly act: string
  readonly values: Record<string, unknown>
}

/** Up to here a bulk act is done within the request; beyond, it is a job (product.md 11.3). */
const inlineLimit = 100
const chunkSize = 200

export type BulkAnswer =
  | { readonly done: number; readonly skipped: number; readonly reasons: readonly string[] }
  | { readonly job_id: number }

const rest = z.strictObject({ values: z.record(z.string(), z.unknown()).default({}) })

/** Acts on the selected records that the user may act on; the others are counted as skipped. */
export async function bulk(
  backend: Backend,
  resource: Resource,
  act: string,
  body: unknown,
  who: { user: User; author: Author },
): Promise<BulkAnswer> {
  const { selected, rest: more } = parseSelection(body)
  const parsed = rest.safeParse(more)
  if (!parsed.success) throw invalid({}, 'Beside the selection only `values` may be sent.')
  const values = checkedValues(resource, act, parsed.data.values, who.user)
  const { database } = backend
  const { ids, asked } = await selectedIds(
    resource,
    who.user,
    operationOf(act),
    selected,
    database.sql,
  )
  const job: BulkAct = { resource: resource.name, act, values }
  if (ids.length > inlineLimit)
    return { job_id: await startBulk(backend, resource, job, ids, who.user) }
  const answer = await database.sql
    .transaction()
    .execute((transaction) => actOnAll(job, ids, { backend, sql: transaction, ...who }))
  return { ...answer, skipped: answer.skipped + asked - ids.length }
}

function startBulk(backend: Backend, resource: Resource, job: BulkAct, ids: number[], user: User) {
  const chunks = Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) => {
    const part = ids.slice(index * chunkSize, (index + 1) * chunkSize)
    return { size: part.length, payload: { ids: part } }
  })
  return backend.database.sql.transaction().execute((transaction) =>
    backend.jobs.start(transaction, {
      type: 'bulk',
      name: `${resource.label}: ${job.act}`,
      user_id: user.id,
      parameters: job,
      chunks,
    }),
  )
}

/** Acts on each record; one that refuses is skipped with its reason and stops nobody else. */
export async function actOnAll(
  { resource: name, act, values }: BulkAct,
  ids: readonly number[],
  scope: Scope,
): Promise<{ done: number; skipped: number; reasons: string[] }> {
  const resource = scope.backend.resource(name)
  const reasons = new Set<string>()
  let done = 0
  for (const id of ids) {
    const reason = await trying(scope, () => actOnOne(resource, act, id, values, scope))
    if (reason === undefined) done += 1
    else if (reasons.size < 10) reasons.add(reason)
  }
  return { done, skipped: ids.length - done, reasons: [...reasons] }
}

async function actOnOne(
  resource: Resource,
  act: string,
  id: number,
  values: Record<string, unknown>,
  scope: Scope,
): Promise<void> {
  if (act === 'delete') return removeRecord(resource, id, scope)
  const record = await lockRecord(resource, scope.user, id, operationOf(act), scope.sql)
  if (act === 'update') await changeStored(resource, record, values, scope)
  else await runAction(resource, act, [record], values, scope)
}

export function operationOf(act: string): Operation {
  if (act === 'delete') return 'delete'
  return act === 'update' ? 'edit' : 'show'
}

/** Runs one act under a savepoint. Answers why it was refused; anything unexpected stops all. */
async function trying(scope: Scope, work: () => Promise<void>): Promise<string | undefined> {
  const database = scope.sql
  await savepoint(database, 'savepoint one_record')
  try {
    await work()
    await savepoint(database, 'release savepoint one_record')
    return undefined
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    await savepoint(database, 'rollback to savepoint one_record')
    return Object.values(error.errors ?? {})[0]?.[0] ?? error.message
  }
}

async function savepoint(database: Scope['sql'], statement: string): Promise<void> {
  await sql.raw(statement).execute(database)
}
