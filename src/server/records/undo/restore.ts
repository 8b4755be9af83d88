import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { conflict, forbidden, notFound } from '../../kernel/errors.ts'
import { contextOf } from '../write/hooks.ts'
import { auditOf } from '../../audit/audit.ts'
import { tableOf } from '../../database/names.ts'
import { letsIn, storedColumns, type Stored } from '../read/record.ts'
import { requireConfirmed } from '../write/validation/validateWrite.ts'
import { Outdated, skippedBy } from '../write/validation/conflicts.ts'
import type { Scope } from '../write/transact.ts'
import type { Outcome } from '../write/togetherOrEach.ts'
import type { Item } from '../bulk/item.ts'
import { isMarkedAlone, lockGoneWith } from '../write/remove.ts'
import { refuseClosed, refusing } from '../write/write.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { sourceOf } from '../read/source.ts'

export const passed = msg('changed_by_someone_else_since_it_is')

/** Brings a soft-deleted record back. 409 when it is no longer as its deletion left it. */
export async function restoreRecord(
  resource: Resource,
  { id, version }: Item,
  scope: Scope,
): Promise<Stored> {
  const { user, sql: database } = scope
  const [seen, allowed] = [resource.access.show(user), resource.access.delete(user)]
  if (allowed === false) throw forbidden()
  const record = await lockDeleted(resource, id, database)
  if (!record || !(await letsIn(resource, seen, record, database))) throw notFound()
  if (!(await letsIn(resource, allowed, record, database))) throw forbidden()
  if (record.version !== version) throw new Outdated(passed)
  return restoreStored(resource, record, scope)
}

/**
 * Brings many locked records back in one statement, but those that are no longer as their deletion left them. Returns
 * undefined where each must be asked by itself.
 */
export async function restoreTogether(
  resource: Resource,
  records: readonly Stored[],
  { versions }: { readonly versions: ReadonlyMap<number, number | undefined> },
  scope: Scope,
): Promise<Outcome<Item> | undefined> {
  const { backend, author, sql: database, unitOfWork } = scope
  const { beforeRestore, beforeRestoreAll } = backend.business.behaviors[resource.name] ?? {}
  const isAskedAlone = beforeRestore !== undefined && beforeRestoreAll === undefined
  if (isAskedAlone || !isMarkedAlone(resource, scope)) return undefined
  const { closed } = resource
  const refusalOf = (record: Stored) => {
    if (versions.get(record.id) !== record.version) return new Outdated(passed)
    return closed?.when(record as never) ? conflict(closed.refusal) : undefined
  }
  const failures = records.flatMap((record) => {
    const refusal = refusalOf(record)
    return refusal ? [skippedBy(record.id, refusal)] : []
  })
  const gone = records.filter((record) => !refusalOf(record))
  await beforeRestoreAll?.(gone as never, contextOf(scope))
  const restored = gone.map((record) => ({
    ...record,
    deleted_at: null,
    version: record.version + 1,
  }))
  await refusing(resource, () =>
    sql`
      update ${tableOf(resource)} set deleted_at = null, version = version + 1, updated_at = now()
      where id = any(${restored.map(({ id }) => id)}::bigint[])`.execute(database),
  )
  for (const after of restored) {
    unitOfWork.count(resource, { after })
    unitOfWork.audit(auditOf(resource, author, 'restore', { after }))
  }
  return { done: restored.map(({ id, version }) => ({ id, version })), failures }
}

async function restoreStored(
  resource: Resource,
  record: Stored,
  scope: Scope,
  { asConsequence = false } = {},
): Promise<Stored> {
  const { backend, author, sql: database, unitOfWork } = scope
  refuseClosed(resource, record)
  const hooks = backend.business.behaviors[resource.name]
  await hooks?.beforeRestore?.(record as never, contextOf(scope))
  if (!asConsequence) requireConfirmed(resource, 'delete', [], scope)
  const gone = await lockGoneWith(resource, record, scope)
  const { rows } = await refusing(resource, () =>
    sql<Stored>`
      update ${tableOf(resource)} set deleted_at = null, version = version + 1, updated_at = now()
      where id = ${record.id} returning *`.execute(database),
  )
  const restored: Stored = { ...record, ...rows[0] }
  unitOfWork.count(resource, { after: restored })
  unitOfWork.audit(auditOf(resource, author, 'restore', { after: restored }))
  for (const one of gone) {
    await restoreStored(one.resource, one.record, scope, { asConsequence: true })
  }
  return restored
}

async function lockDeleted(
  resource: Resource,
  id: number,
  database: Sql,
): Promise<Stored | undefined> {
  if (!resource.softDelete) return undefined
  const { rows } = await sql<Stored>`
    select ${sql.raw(storedColumns(resource))} from ${sourceOf(resource)} t
    where t.id = ${id} and t.deleted_at is not null for update of t`.execute(database)
  return rows[0]
}
