import { sql } from 'kysely'

import type { Skipped } from '#contract'
import { actionNamed, actionRule, isSecret, type Field, type Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { confirmPassword, conflict, forbidden, notFound } from '../../kernel/errors.ts'
import { contextOf } from '../write/context.ts'
import { auditOf } from '../../audit/audit.ts'
import { tableOf } from '../../database/names.ts'
import { letsIn, lockRecord, storedColumns, type Stored } from '../read/record.ts'
import { requireConfirmed } from '../write/validation/validateWrite.ts'
import type { Row } from '../read/select.ts'
import { Outdated, skippedBy } from '../write/validation/conflicts.ts'
import type { Scope } from '../write/transact.ts'
import { saveLines } from '../write/lines.ts'
import { isMarkedAlone, lockGoneWith } from '../write/remove.ts'
import { changeStored, refuseClosed, refusing } from '../write/write.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { sourceOf } from '../read/source.ts'

/** A record and the version that the write to be undone made. */
export interface WrittenVersion {
  readonly id: number
  readonly version?: number | undefined
}

const passed = msg('changed_by_someone_else_since_it_is')

/**
 * Takes back the user's own change that made this version, whether they edited the record or ran one of its actions: its
 * old values are written like any change, with the same permission, hooks and audit row. 409 when anybody has changed
 * the record since.
 */
export async function takeBack(
  resource: Resource,
  { id, version }: WrittenVersion,
  scope: Scope,
): Promise<Stored> {
  const { user, sql: database } = scope
  const record = await lockRecord(resource, user, id, 'show', database)
  if (record.version !== version) throw new Outdated(passed)
  const { values, action } = await changeBefore(resource, record, scope)
  if (action === null) await checkEdit(resource, record, scope)
  else await checkAction(resource, action, record, scope)
  const changed = await changeStored(resource, record, values, scope, { asAction: action !== null })
  return saveLines(resource, changed, scope)
}

async function checkEdit(resource: Resource, record: Stored, scope: Scope): Promise<void> {
  const { user, sql: database } = scope
  const rule = resource.access.edit(user)
  if (rule === false) throw forbidden()
  if (!(await letsIn(resource, rule, record, database))) throw notFound()
}

async function checkAction(
  resource: Resource,
  name: string,
  record: Stored,
  { user, isConfirmed, sql: database }: Scope,
): Promise<void> {
  const action = actionNamed(resource, name)
  const rule = action !== undefined && actionRule(action)(user)
  if (!action || !(await letsIn(resource, rule, record, database))) throw forbidden()
  if (action.reauthenticate && !isConfirmed) throw confirmPassword()
}

/**
 * The values before the change, as the audit log keeps those that people set; the others follow from them again. An
 * action may have written more than once: what counts is what was before all of it.
 */
async function changeBefore(
  resource: Resource,
  { id, version }: Stored,
  { user, sql: database }: Scope,
): Promise<{ values: Row; action: string | null }> {
  const { rows } = await sql<{ before: Row | null; after: Row | null; action: string | null }>`
    with last as (
      select at, detail ->> 'action' as action from audit_log
      where resource = ${resource.name} and record_id = ${id} and version = ${version}
        and action = 'update' and user_id = ${user.id}
      order by id desc limit 1
    )
    select before, after, last.action from audit_log a, last
    where resource = ${resource.name} and record_id = ${id} and a.action = 'update'
      and (version = ${version} or (
        a.at = last.at and version < ${version} and a.detail ->> 'action' = last.action))
    order by version`.execute(database)
  const [first] = rows
  if (!first) throw conflict(msg('only_your_own_last_change_can_be'))
  const before: Row = {}
  for (const one of rows) {
    for (const name of Object.keys({ ...one.before, ...one.after })) {
      if (isSet(resource.fields[name]) && !(name in before))
        before[name] = one.before?.[name] ?? null
    }
  }
  if (Object.keys(before).length === 0) throw conflict(msg('what_an_action_did_goes_back'))
  if (Object.keys(before).some((name) => isSecret(resource.fields[name]))) {
    throw conflict(msg('the_value_before_was_a_secret_which'))
  }
  return { values: before, action: first.action }
}

const isSet = (field: Field | undefined) => field !== undefined && !field.options.computed

/** Brings a soft-deleted record back. 409 when it is no longer as its deletion left it. */
export async function restoreRecord(
  resource: Resource,
  { id, version }: WrittenVersion,
  scope: Scope,
): Promise<Stored> {
  const { user, sql: database } = scope
  const rules = [resource.access.show(user), resource.access.delete(user)]
  if (rules[1] === false) throw forbidden()
  const record = await lockDeleted(resource, id, database)
  if (!record) throw notFound()
  for (const rule of rules) {
    if (!(await letsIn(resource, rule, record, database))) throw notFound()
  }
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
  versions: ReadonlyMap<number, number | undefined>,
  scope: Scope,
): Promise<{ done: WrittenVersion[]; failures: Skipped[] } | undefined> {
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
