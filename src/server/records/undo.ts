import { sql } from 'kysely'

import { kindOf, matches, type Field, type Resource } from '#schema'

import { recordAudit } from '../audit/audit.ts'
import type { Sql } from '../database/database.ts'
import { conflict, forbidden, notFound } from '../errors.ts'
import { countWrite } from '../statistics/count.ts'
import { auditOf } from './changes.ts'
import { contextOf } from './context.ts'
import { tableOf } from './names.ts'
import { lockRecord, storedColumns, type Stored } from './read.ts'
import { requireConfirmed } from './reauthentication.ts'
import type { Row } from './select.ts'
import { Outdated } from './skipped.ts'
import { changeStored, refusing, type Scope } from './write.ts'

/** A record and the version that the write to be undone made. */
interface Wanted {
  readonly id: number
  readonly version?: number | undefined
}

const passed = 'Changed by someone else since. It is not undone.'

/**
 * Takes back the user's own change that made this version: its old values are written like any change, with
 * permission, hooks and audit row. 409 when anybody has changed the record since.
 */
export async function takeBack(
  resource: Resource,
  { id, version }: Wanted,
  scope: Scope,
): Promise<Stored> {
  const { user, sql: database } = scope
  if (resource.access.edit(user) === false) throw forbidden()
  const record = await lockRecord(resource, user, id, 'edit', database)
  if (record.version !== version) throw new Outdated(passed)
  return changeStored(resource, record, await valuesBefore(resource, record, scope), scope)
}

/** What the audit log keeps of the fields that people set; the others follow from them again. */
async function valuesBefore(
  resource: Resource,
  { id, version }: Stored,
  { user, sql: database }: Scope,
): Promise<Row> {
  const { rows } = await sql<{ before: Row | null; after: Row | null }>`
    select before, after from audit_log
    where resource = ${resource.name} and record_id = ${id} and version = ${version}
      and action = 'update' and user_id = ${user.id}
    order by id desc limit 1`.execute(database)
  if (!rows[0]) throw conflict('Only your own last change can be undone.')
  const { before, after } = rows[0]
  const names = Object.keys({ ...before, ...after }).filter((name) => isSet(resource.fields[name]))
  if (names.some((name) => isSecret(resource.fields[name]))) {
    throw conflict('The value before was a secret, which is not kept.')
  }
  return Object.fromEntries(names.map((name) => [name, before?.[name] ?? null]))
}

const isSet = (field: Field | undefined) => field !== undefined && !field.options.computed
const isSecret = (field: Field | undefined) => field !== undefined && kindOf(field).writeOnly

/** Brings a record back that was put out of sight. 409 when it is no longer as its deletion left it. */
export async function restoreRecord(
  resource: Resource,
  { id, version }: Wanted,
  scope: Scope,
): Promise<Stored> {
  const { backend, user, author, sql: database } = scope
  const rules = [resource.access.show(user), resource.access.delete(user)]
  if (rules[1] === false) throw forbidden()
  const record = await lockDeleted(resource, id, database)
  const isReached =
    record && rules.every((rule) => (typeof rule === 'boolean' ? rule : matches(rule, record)))
  if (!record || !isReached) throw notFound()
  if (record.version !== version) throw new Outdated(passed)
  const hooks = backend.business.behaviors[resource.name]
  await hooks?.beforeRestore?.(record as never, contextOf(scope))
  requireConfirmed(resource, 'delete', [], scope)
  const { rows } = await refusing(resource, () =>
    sql<Stored>`
      update ${tableOf(resource)} set deleted_at = null, version = version + 1, updated_at = now()
      where id = ${id} returning *`.execute(database),
  )
  const restored: Stored = { ...record, ...rows[0] }
  await countWrite(resource, { after: restored }, database)
  await recordAudit(database, auditOf(resource, author, 'restore', { after: restored }))
  return restored
}

async function lockDeleted(
  resource: Resource,
  id: number,
  database: Sql,
): Promise<Stored | undefined> {
  if (!resource.softDelete) return undefined
  const { rows } = await sql<Stored>`
    select ${sql.raw(storedColumns(resource))} from ${tableOf(resource)} t
    where t.id = ${id} and t.deleted_at is not null for update of t`.execute(database)
  return rows[0]
}
