import { sql } from 'kysely'

import type { Resource } from '#schema'

import { auditOf } from '../../audit/audit.ts'
import { columnOf, tableOf } from '../../database/names.ts'
import { sourceOf } from '../read/source.ts'
import { storedColumns, storedRecord, type Stored } from '../read/record.ts'
import { deleteRecord } from './table.ts'
import { contextOf } from './hooks.ts'
import { keepFiles } from './files.ts'
import { conflict } from '../../kernel/errors.ts'
import type { Scope } from './transact.ts'
import { requireConfirmed } from './validation/validateWrite.ts'
import { applyChanges, lockForWrite, refuseClosed, refusing } from './write.ts'
import { pointing, isFollowed, lockPointing } from './pointing.ts'

/**
 * Deletes one record, or marks it as deleted and returns the version that a restoring must find; with it what points at
 * it, as the references say (`onDelete`).
 */
export async function removeRecord(
  resource: Resource,
  id: number,
  scope: Scope,
): Promise<number | undefined> {
  const previous = await lockForWrite(resource, id, 'delete', scope)
  return removeStored(resource, previous, scope)
}

/**
 * Marks many locked records as deleted in one statement and returns them with the versions that a restoring must find; as a
 * consequence of something else no right of the user is asked for. Returns undefined where each must be asked by itself: rules
 * or hooks look at it, or others go with it.
 */
export async function removeTogether(
  resource: Resource,
  records: readonly Stored[],
  scope: Scope,
  { asConsequence = false } = {},
): Promise<{ id: number; version: number }[] | undefined> {
  const { backend, author, sql: database, unitOfWork } = scope
  const { beforeDelete, afterDelete } = backend.business.behaviors[resource.name] ?? {}
  const isMark = asConsequence ? isMarked(resource, scope) : isMarkedAlone(resource, scope)
  if (beforeDelete || afterDelete || !isMark) return undefined
  const ids = records.map(({ id }) => id)
  await refusing(resource, () =>
    sql`
      update ${tableOf(resource)} set deleted_at = now(), version = version + 1, updated_at = now()
      where id = any(${ids}::bigint[])`.execute(database),
  )
  for (const before of records) {
    unitOfWork.count(resource, { before })
    unitOfWork.audit(auditOf(resource, author, 'delete', { before }))
  }
  return records.map(({ id, version }) => ({ id, version: version + 1 }))
}

/** Whether a deletion, and its restoring, is a mark on each record and nothing else: no rule looks at it, no other goes with it. */
export function isMarkedAlone(resource: Resource, scope: Scope): boolean {
  const { access, reauthenticate } = resource
  const isForAll = access.show(scope.user) === true && access.delete(scope.user) === true
  const isAskedEach = reauthenticate?.includes('delete') || resource.undeletable !== undefined
  return isForAll && isMarked(resource, scope) && !isAskedEach
}

/** Whether a deletion is a mark, and no other record goes with it. */
const isMarked = (resource: Resource, scope: Scope): boolean =>
  resource.softDelete === true &&
  pointing(resource, scope).every((one) => !isFollowed(resource, one))

/** Deletes a locked record; as a consequence of something else it asks for no password. */
export async function removeStored(
  resource: Resource,
  previous: Stored,
  scope: Scope,
  { asConsequence = false } = {},
): Promise<number | undefined> {
  const { backend, author, unitOfWork } = scope
  const behavior = backend.business.behaviors[resource.name]
  const context = contextOf(scope)
  if (!asConsequence) refuseUndeletable(resource, previous, scope)
  await behavior?.beforeDelete?.(previous as never, context)
  if (!asConsequence) requireConfirmed(resource, 'delete', [], scope)
  if (!resource.softDelete) await follow(resource, previous, scope)
  await refusing(resource, () => deleteRecord(resource, previous, scope))
  if (resource.softDelete) await follow(resource, previous, scope)
  else await keepFiles(resource, { before: previous }, scope)
  await behavior?.afterDelete?.(previous as never, context)
  unitOfWork.audit(auditOf(resource, author, 'delete', { before: previous }))
  return resource.softDelete && previous.version + 1
}

/** Throws 409 for a record that is not deleted. */
export function refuseUndeletable(resource: Resource, record: Stored, { user }: Scope): void {
  refuseClosed(resource, record)
  const { undeletable } = resource
  if (undeletable?.when(record as never, user)) throw conflict(undeletable.refusal)
}

/** Does to the records that point at a deleted one what their references say. */
async function follow(target: Resource, { id }: Stored, scope: Scope): Promise<void> {
  for (const { resource, name, onDelete } of pointing(target, scope).filter((one) =>
    isFollowed(target, one),
  )) {
    for (const one of await lockPointing(resource, name, id, scope)) {
      // One that went with another of them is gone by now.
      const record = await storedRecord(resource, one, scope.sql)
      if (!record || (target.softDelete && record['deleted_at'])) continue
      if (onDelete === 'cascade') await removeStored(resource, record, scope, consequence)
      else await applyChanges(resource, record, { [name]: null }, scope, { asAction: true })
    }
  }
}

const consequence = { asConsequence: true }

/** Holds what was deleted together with a record that is about to come back, by its resource. */
export async function lockGoneWith(
  target: Resource,
  { id }: Stored,
  scope: Scope,
): Promise<{ resource: Resource; record: Stored }[]> {
  const cascades = pointing(target, scope).filter(
    ({ resource, onDelete }) => onDelete === 'cascade' && resource.softDelete,
  )
  const found = []
  for (const { resource, name } of cascades) {
    // All that one transaction deletes has one time.
    const { rows } = await sql<Stored>`
      select ${sql.raw(storedColumns(resource))} from ${sourceOf(resource)} t
      where ${columnOf(name)} = ${id} and t.deleted_at = (
        select o.deleted_at from ${tableOf(target)} o where o.id = ${id}
      ) order by t.id for update of t`.execute(scope.sql)
    found.push(...rows.map((record) => ({ resource, record })))
  }
  return found
}
