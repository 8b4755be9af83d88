import { actionNamed, ownValue, type Operation, type Resource } from '#schema'

import { conflict } from '../../kernel/errors.ts'
import { lockKeys } from '../write/validation/lockKeys.ts'
import { type Scope, withUnitOfWork } from '../write/transact.ts'
import { lockRecord, lockStored, type Stored } from '../read/record.ts'
import { skippedBy, unreached } from '../write/validation/conflicts.ts'
import { restoreRecord, restoreTogether } from '../undo/restore.ts'
import { takeBack, takeBackTogether } from '../undo/takeBack.ts'
import { removeRecord, removeTogether } from '../write/remove.ts'
import { byId, togetherOrEach, type Outcome } from '../write/togetherOrEach.ts'
import { editOne, editTogether } from './bulkEdit.ts'
import type { Done, Item } from './item.ts'
import { runAction } from './runAction.ts'
import { runTogether } from './runTogether.ts'

/** An action on many records: `update` with values, `delete`, their undoing, or a declared action with its input. */
export interface BulkAction {
  readonly resource: string
  /** `act` is the key that the parameters of stored jobs have. */
  readonly act: string
  readonly values: Record<string, unknown>
}

/** Acts on each record; one that refuses is skipped with its reason and does not stop the others. */
export function applyToAll(
  action: BulkAction,
  items: readonly Item[],
  scope: Omit<Scope, 'unitOfWork'>,
): Promise<Outcome<Done>> {
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
): Promise<Outcome<Done>> {
  const resource = scope.backend.resource(action.resource)
  const held = await holdAll(resource, action, items, scope)
  const { done, failures } = await togetherOrEach(items, scope, {
    all: allTogether(resource, action, { items, held }),
    one: (item, nested) => applyToOne(resource, action, item, nested),
  })
  const found = new Set([...done, ...failures].map(({ id }) => id))
  const missing = items.flatMap(({ id }) => (found.has(id) ? [] : [id]))
  const left = await unreached(resource, missing, held, scope)
  return { done, failures: [...failures, ...left].toSorted(byId) }
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

/** Returns what does an action to all of them at once, where that may be. */
function allTogether(
  resource: Resource,
  { act: action, values }: BulkAction,
  { items, held }: { items: readonly Item[]; held: readonly Stored[] },
) {
  const write = ownValue(together, action)
  if (!write && actionNamed(resource, action)?.bulk !== 'together') return undefined
  const versions = new Map(items.map(({ id, version }) => [id, version]))
  // The second of a record finds it as the first has left it.
  if (versions.size < items.length) return undefined
  const isDeleted = (one: Stored) => (one['deleted_at'] ?? null) !== null
  const records = held.filter((one) => isDeleted(one) === (action === 'restore'))
  return (nested: Scope): Promise<Outcome<Done> | undefined> =>
    write
      ? write(resource, records, { versions, values }, nested)
      : runTogether(resource, action, records, values, nested)
}

type Together = (
  resource: Resource,
  records: readonly Stored[],
  asked: { versions: ReadonlyMap<number, number | undefined>; values: BulkAction['values'] },
  scope: Scope,
) => Promise<Outcome<Done> | undefined>

/** What is done to records that is no declared action. Returns undefined where each must be asked by itself. */
const together: Readonly<Record<string, Together>> = {
  update: editTogether,
  delete: (resource, records, _asked, scope) => deletedTogether(resource, records, scope),
  undo: takeBackTogether,
  restore: restoreTogether,
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
): Promise<Done> {
  const { id } = item
  if (action === 'update') return editOne(resource, item, values, scope)
  if (action === 'delete') return { id, version: await removeRecord(resource, id, scope) }
  if (action === 'undo') return onlyVersion(await takeBack(resource, item, scope))
  if (action === 'restore') return onlyVersion(await restoreRecord(resource, item, scope))
  const record = await lockRecord(resource, scope.user, id, operationOf(action), scope.sql)
  const { version } = await runAction(resource, action, record, values, scope)
  return { id, version }
}

const onlyVersion = ({ id, version }: { id: number; version: number }): Item => ({ id, version })

export function operationOf(action: string): Operation {
  if (action === 'delete') return 'delete'
  return action === 'update' ? 'edit' : 'show'
}
