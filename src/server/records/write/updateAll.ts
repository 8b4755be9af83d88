import { sql } from 'kysely'

import { readSum, type DeclaredSum, type Field, type Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { auditOf, differences } from '../../audit/audit.ts'
import { placeOf } from '../../kernel/secrets/secrets.ts'
import { preparedVariant } from '../../database/connection.ts'
import { isJoin, joinTable, quoted, tableOf } from '../../database/names.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import { lockStored, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from './transact.ts'

interface Change {
  readonly before: Stored
  readonly changes: Row
  readonly changed: readonly string[]
}

type Decide = (held: Stored[]) => ReadonlyMap<number, Row> | PromiseLike<ReadonlyMap<number, Row>>

interface BatchUpdate {
  readonly ids: readonly number[]
  readonly decide: Decide
  /** What stands in the audit log beside each change. */
  readonly detail?: object | undefined
  /** The fields that are read; all unless given. */
  readonly reads?: readonly string[] | undefined
}

/**
 * Locks many records and changes each as is decided for it by then, in one statement for all columns and one for all join
 * fields. Returns those that it changed.
 */
export async function updateAll(
  resource: Resource,
  { ids, decide, detail, reads }: BatchUpdate,
  { author, backend, sql: database, unitOfWork }: Omit<Scope, 'isConfirmed'>,
): Promise<Stored[]> {
  const counted = countedFields(resource)
  const names = reads && [...reads, ...counted]
  const held = await lockStored(resource, ids, database, names)
  const given = await decide(held)
  const all = held.flatMap((before): Change[] => {
    const changes = differences(resource, given.get(before.id) ?? {}, before)
    const changed = Object.keys(changes)
    return changed.length > 0 ? [{ before, changes, changed }] : []
  })
  if (all.length === 0) return []
  const changed = [...new Set(all.flatMap((one) => one.changed))].sort()
  const written = await writeColumns(resource, all, changed, { backend, sql: database })
  await writeTargets(
    resource,
    changed.filter((name) => isJoin(resource, name)),
    all,
    database,
  )
  return all.map((one) => {
    const { before, changes } = one
    const after = { ...before, ...changes, ...written.get(before.id) }
    if (one.changed.some((name) => counted.includes(name))) {
      unitOfWork.count(resource, { before, after })
    }
    const entry = auditOf(resource, author, 'update', { before, after, changed: one.changed })
    unitOfWork.audit(detail ? { ...entry, detail } : entry)
    return after
  })
}

/** What a record's place in the sums depends on. */
const countedFields = ({ sums }: Resource): string[] =>
  Object.values<DeclaredSum>(sums ?? {}).flatMap((one) => {
    const { by, where, sum, per } = readSum(one)
    return [by, ...Object.keys(where), sum, per].filter((name) => name !== undefined)
  })

/** The columns of one change with secrets as they are kept; what changes in others alone stays as it is. */
async function sealedRow(
  resource: Resource,
  { before, changes }: Change,
  names: readonly string[],
  backend: Scope['backend'],
): Promise<Row> {
  const columns: Row = { id: before.id }
  for (const name of names) {
    const field: Field | undefined = resource.fields[name]
    const write = name in changes && field && serverKindOf(field).write
    const value = name in changes ? changes[name] : before[name]
    const isMade = write && typeof value === 'string'
    columns[name] = isMade ? await write(value, backend, placeOf(resource, name, before.id)) : value
  }
  return columns
}

/** Returns what the database holds by then, by id. */
async function writeColumns(
  resource: Resource,
  some: readonly Change[],
  changed: readonly string[],
  { backend, sql: database }: Pick<Scope, 'backend' | 'sql'>,
): Promise<Map<number, Row>> {
  const names = changed.filter((name) => !isJoin(resource, name))
  const columns = ['version', 'updated_at', ...names].map((name) => sql.raw(`t.${quoted(name)}`))
  const sets = names.map((name) => sql.raw(`${quoted(name)} = given.${quoted(name)},`))
  const rows = await Promise.all(some.map((one) => sealedRow(resource, one, names, backend)))
  const { rows: written } = await sql<Stored>`${preparedVariant}
    update ${tableOf(resource)} as t
    set ${sql.join(sets, sql` `)} version = t.version + 1, updated_at = now()
    from jsonb_populate_recordset(null::${tableOf(resource)}, ${JSON.stringify(rows)}::jsonb) given
    where t.id = given.id returning t.id, ${sql.join(columns)}`.execute(database)
  return new Map(written.map((row) => [row.id, row]))
}

/** Replaces the targets of join fields. */
async function writeTargets(
  resource: Resource,
  names: readonly string[],
  all: readonly Change[],
  database: Sql,
): Promise<void> {
  if (names.length === 0) return
  const parts = names.flatMap((name, at) => {
    const [wanted, gone, added] = ['wanted', 'gone', 'added'].map((part) => sql.ref(`${part}${at}`))
    const table = sql.raw(joinTable(resource, name))
    const some = all.filter(({ changes }) => name in changes)
    const ids = some.map(({ before }) => before.id)
    const pairs = some.flatMap(({ before, changes }) =>
      (changes[name] as number[]).map((target) => ({ record_id: before.id, target_id: target })),
    )
    return [
      sql`${wanted} as (
        select record_id, target_id
        from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(record_id bigint, target_id bigint)
      )`,
      sql`${gone} as (
        delete from ${table} j where record_id = any(${ids}::bigint[])
          and not exists (select from ${wanted} w where w.record_id = j.record_id and w.target_id = j.target_id)
      )`,
      sql`${added} as (
        insert into ${table} (record_id, target_id) select * from ${wanted} on conflict do nothing
      )`,
    ]
  })
  await sql`${preparedVariant} with ${sql.join(parts)} select`.execute(database)
}
