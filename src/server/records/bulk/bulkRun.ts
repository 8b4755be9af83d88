import { sql } from 'kysely'

import type { Skipped } from '#contract'
import { actionNamed, type Operation, type Resource } from '#schema'

import { conflict, isConfirmPassword, RequestError } from '../../kernel/errors.ts'
import { lockKeys } from '../write/validation/keys.ts'
import { type Scope, withUnitOfWork } from '../write/transact.ts'
import { lockRecord, lockStored, type Stored } from '../read/record.ts'
import { Outdated, skipped, skippedBy } from '../write/validation/conflicts.ts'
import { restoreRecord, restoreTogether, takeBack } from '../undo/undo.ts'
import { changeStored } from '../write/write.ts'
import { saveLines } from '../write/lines.ts'
import { contextOf } from '../write/context.ts'
import { removeRecord, removeTogether } from '../write/remove.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { RefusalThatLeaves } from './refusalThatLeaves.ts'
import { runAction } from './runAction.ts'
import { runTogether } from './runTogether.ts'

/** An action on many records: `update` with values, `delete`, their undoing, or a declared action with its input. */
export interface BulkAction {
  readonly resource: string
  /** `act` is the key that the parameters of stored jobs have. */
  readonly act: string
  readonly values: Record<string, unknown>
}

/** A record, and the version it must still have. */
export interface Item {
  readonly id: number
  readonly version?: number | undefined
}

export interface Outcome {
  /** The records with the version they have now, where the action tells one. */
  readonly done: readonly Item[]
  readonly failures: readonly Skipped[]
}

/** Acts on each record; one that refuses is skipped with its reason and does not stop the others. */
export function applyToAll(
  action: BulkAction,
  items: readonly Item[],
  scope: Omit<Scope, 'unitOfWork'>,
): Promise<Outcome> {
  return withUnitOfWork(
    scope.sql,
    (unitOfWork) => applyToEach(action, items, { ...scope, unitOfWork }),
    scope,
  )
}

async function applyToEach(
  action: BulkAction,
  items: readonly Item[],
  scope: Scope,
): Promise<Outcome> {
  const resource = scope.backend.resource(action.resource)
  const held = await holdAll(resource, action, items, scope)
  const together = await tryTogether(resource, action, { items, held }, scope)
  if (together) {
    const { done, failures } = together
    const found = new Set([...done, ...failures].map(({ id }) => id))
    const gone = items.filter(({ id }) => !found.has(id)).map(({ id }) => skipped.gone(id))
    return { done, failures: [...failures, ...gone] }
  }
  const done: Item[] = []
  const failures: Skipped[] = []
  // Other work that acts on many records takes their locks in the same order.
  for (const item of items.toSorted((one, other) => one.id - other.id)) {
    const outcome = await trying(item, scope, (nested) =>
      applyToOne(resource, action, item, nested),
    )
    if ('code' in outcome) failures.push(outcome)
    else done.push(outcome)
  }
  return { done, failures }
}

/** Holds the records and the keys that they will have, in the one order of `keys.ts`, before the first is changed. */
async function holdAll(
  resource: Resource,
  { act: action, values }: BulkAction,
  items: readonly Item[],
  { backend, sql: database }: Scope,
): Promise<Stored[]> {
  const ids = items.map(({ id }) => id)
  const records = await lockStored(resource, ids, database)
  const { prepare } = backend.business.behaviors[resource.name] ?? {}
  const future = records.map((record) => {
    if (action !== 'update' || !prepare) return record
    try {
      return { ...record, ...prepare(values, record as never) }
    } catch {
      // Its own turn tells why it cannot be changed.
      return record
    }
  })
  await lockKeys(resource, future, database)
  return records
}

/** Does an action to all of them in one call of its handler, where that may be; what refuses is taken back. */
async function tryTogether(
  resource: Resource,
  { act: action, values }: BulkAction,
  { items, held }: { items: readonly Item[]; held: readonly Stored[] },
  scope: Scope,
): Promise<Outcome | undefined> {
  const isMark = action === 'delete' || action === 'restore'
  if (!isMark && actionNamed(resource, action)?.bulk !== 'together') return undefined
  const isDeleted = (one: Stored) => (one['deleted_at'] ?? null) !== null
  const records = held.filter((one) => isDeleted(one) === (action === 'restore'))
  const versions = new Map(items.map(({ id, version }) => [id, version]))
  const runOnce = (): Promise<Outcome | undefined> => {
    if (action === 'delete') return deletedTogether(resource, records, scope)
    if (action === 'restore') return restoreTogether(resource, records, versions, scope)
    return runTogether(resource, action, records, values, scope)
  }
  await savepoint(scope.sql, 'savepoint together')
  try {
    const outcome = await runOnce()
    if (outcome) return outcome
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  }
  await savepoint(scope.sql, 'rollback to savepoint together')
  return undefined
}

async function deletedTogether(resource: Resource, records: readonly Stored[], scope: Scope) {
  const { closed } = resource
  const isOver = (one: Stored) => closed?.when(one as never) === true
  const open = records.filter((one) => !isOver(one))
  const done = await removeTogether(resource, open, scope)
  const refused = closed ? records.filter(isOver) : []
  const failures = refused.map(({ id }) => skippedBy(id, conflict(closed?.refusal ?? '')))
  return done && { done, failures }
}

async function applyToOne(
  resource: Resource,
  { act: action, values }: BulkAction,
  item: Item,
  scope: Scope,
): Promise<Item> {
  const { id, version } = item
  if (action === 'delete') return { id, version: await removeRecord(resource, id, scope) }
  if (action === 'undo') return onlyVersion(await takeBack(resource, item, scope))
  if (action === 'restore') return onlyVersion(await restoreRecord(resource, item, scope))
  const record = await lockRecord(resource, scope.user, id, operationOf(action), scope.sql)
  if (action !== 'update') {
    const { version: made } = await runAction(resource, action, record, values, scope)
    return { id, version: made }
  }
  const isSeen = version === undefined || version === record.version
  if (!isSeen && !(await isUntouched(resource, record, { version, values }, scope))) {
    throw new Outdated(msg('changed_by_someone_else_meanwhile'))
  }
  const changed = await changeStored(resource, record, values, scope)
  await saveLines(resource, changed, scope)
  return { id, version: changed.version === record.version ? undefined : changed.version }
}

/** Whether all that was written to a record since a version left the fields alone that are to be set now. */
async function isUntouched(
  resource: Resource,
  record: Stored,
  { version, values }: { version: number; values: object },
  { sql: database }: Scope,
): Promise<boolean> {
  const { rows } = await sql<{ known: number; touched: number }>`
    select count(distinct version) as known,
      count(*) filter (
        where coalesce(before, '{}') || coalesce(after, '{}') ?| ${Object.keys(values)}::text[]
      ) as touched
    from audit_log
    where resource = ${resource.name} and record_id = ${record.id} and action = 'update'
      and version > ${version} and version <= ${record.version}`.execute(database)
  // A version without its line in the log may have changed anything.
  return rows[0]?.touched === 0 && rows[0].known === record.version - version
}

const onlyVersion = ({ id, version }: { id: number; version: number }): Item => ({ id, version })

export function operationOf(action: string): Operation {
  if (action === 'delete') return 'delete'
  return action === 'update' ? 'edit' : 'show'
}

/** Runs one action under a savepoint. Returns why it was refused; anything unexpected stops all. */
export async function trying(
  { id }: Item,
  scope: Scope,
  work: (nested: Scope) => Promise<Item>,
): Promise<Item | Skipped> {
  const { sql: database, unitOfWork } = scope
  const nested = unitOfWork.nested()
  await savepoint(database, 'savepoint one_record')
  try {
    const item = await work({ ...scope, unitOfWork: nested })
    await savepoint(database, 'release savepoint one_record')
    unitOfWork.join(nested)
    return item
  } catch (error) {
    // One password opens all of them, so asking for it is no reason to skip one.
    if (!(error instanceof RequestError) || isConfirmPassword(error)) throw error
    await savepoint(database, 'rollback to savepoint one_record')
    if (error instanceof RefusalThatLeaves) await error.leave(contextOf(scope))
    return skippedBy(id, error)
  }
}

async function savepoint(database: Scope['sql'], statement: string): Promise<void> {
  await sql.raw(statement).execute(database)
}
