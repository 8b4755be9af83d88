import { sql } from 'kysely'

import type { Reversion } from '#contract'
import { kindOf, mayWrite, type Field, type Resource } from '#schema'

import { conflict, forbidden, notFound } from '../../server/kernel/errors.ts'
import { lockRecord, type Stored } from '../../server/records/read/record.ts'
import type { Row } from '../../server/records/read/select.ts'
import type { Scope } from '../../server/records/write/transact.ts'
import { changeStored } from '../../server/records/write/write.ts'
import type { Write } from '../../server/records/history/historyChanges.ts'
import { seeFrom } from '../../server/records/history/readHistory.ts'
import { msg } from '../../texts/serverMsg.ts'

/**
 * Writes back what an entry of the history replaced, as far as the user may set it: like any change, and also where the
 * user sees the values masked. Throws 404 for an entry that the user does not see, 409 when the record has changed since.
 */
export async function revertEntry(
  resource: Resource,
  id: number,
  { entry, version }: Reversion,
  scope: Scope,
): Promise<Stored> {
  if (resource.access.edit(scope.user) === false) throw forbidden()
  const record = await lockRecord(resource, scope.user, id, 'edit', scope.sql)
  if (record.version !== version) {
    throw conflict(msg('changed_by_someone_else_reload_the_record'))
  }
  return changeStored(resource, record, await valuesBefore(resource, id, entry, scope), scope)
}

async function valuesBefore(
  resource: Resource,
  id: number,
  entry: number,
  { backend, user, sql: database }: Scope,
): Promise<Row> {
  const { rows } = await sql<Write>`
    select before, after from audit_log
    where resource = ${resource.name} and record_id = ${id} and id = ${entry}
      and before is not null and after is not null`.execute(database)
  const see = await seeFrom(backend, resource, user, { id, before: entry + 1 }, database)
  const [write] = rows
  if (!write || !see(write)?.before) throw notFound()
  const names = Object.keys({ ...write.before, ...write.after }).filter((name) => {
    const field: Field | undefined = resource.fields[name]
    return field !== undefined && mayWrite(user, field) && !kindOf(field).writeOnly
  })
  return Object.fromEntries(names.map((name) => [name, write.before?.[name] ?? null]))
}
