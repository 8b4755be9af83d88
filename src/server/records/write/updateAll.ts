import { sql } from 'kysely'

import type { DeclaredSum, Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { auditOf, differences } from '../../audit/audit.ts'
import { preparedVariant } from '../../database/connection.ts'
import { joinTable } from '../../database/names.ts'
import { partsOf } from '../../database/parts.ts'
import { lockStored, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { fieldsOfSum } from './statistics.ts'
import type { Scope } from './transact.ts'
import { type Change, writeColumns } from './writeColumns.ts'

/** A record that has been changed, with the names of the changed fields. */
export interface Written {
  readonly before: Stored
  readonly after: Stored
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

/** Locks many records and changes each as is decided for it by then. Returns those that it changed. */
export async function updateAll(
  resource: Resource,
  { ids, decide, detail, reads }: BatchUpdate,
  scope: Omit<Scope, 'isConfirmed'>,
): Promise<Stored[]> {
  const names = reads && [...reads, ...countedFields(resource)]
  const held = await lockStored(resource, ids, scope.sql, names)
  const given = await decide(held)
  const all = held.flatMap((before): Change[] => {
    const changes = differences(resource, given.get(before.id) ?? {}, before)
    return Object.keys(changes).length > 0 ? [{ before, changes }] : []
  })
  const written = await writeAll(resource, all, scope)
  for (const one of written) {
    const entry = auditOf(resource, scope.author, 'update', one)
    scope.unitOfWork.audit(detail ? { ...entry, detail } : entry)
  }
  return written.map(({ after }) => after)
}

/**
 * Writes checked changes of many locked records, in one statement for all columns and one for all join fields. They are
 * counted; their audit rows are left to the caller.
 */
export async function writeAll(
  resource: Resource,
  all: readonly Change[],
  { backend, sql: database, unitOfWork }: Pick<Scope, 'backend' | 'sql' | 'unitOfWork'>,
): Promise<Written[]> {
  if (all.length === 0) return []
  const { columns, joins } = partsOf(resource.fields)
  const isChanged = (name: string) => all.some(({ changes }) => name in changes)
  const written = await writeColumns(resource, all, [...columns.keys()].filter(isChanged), {
    backend,
    sql: database,
  })
  await writeTargets(resource, joins.filter(isChanged), all, database)
  const counted = countedFields(resource)
  return all.map(({ before, changes }) => {
    const after = { ...before, ...written.get(before.id), ...targetsIn(changes, joins) }
    if (counted.some((name) => name in changes)) unitOfWork.count(resource, { before, after })
    return { before, after, changed: Object.keys(changes) }
  })
}

/** The targets of join fields among the changes, in the order in which the database answers them. */
const targetsIn = (changes: Row, joins: readonly string[]): Record<string, number[]> =>
  Object.fromEntries(
    joins.flatMap((name) => {
      const targets = changes[name]
      return Array.isArray(targets)
        ? [[name, [...targets].sort((one, other) => Number(one) - Number(other))]]
        : []
    }),
  )

/** What a record's place in the sums depends on. */
const countedFields = ({ sums }: Resource): string[] =>
  Object.values<DeclaredSum>(sums ?? {}).flatMap(fieldsOfSum)

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
    const some = all.flatMap(({ before: { id }, changes }) => {
      const targets = targetsIn(changes, [name])[name]
      return targets ? [{ id, targets }] : []
    })
    const ids = some.map(({ id }) => id)
    const pairs = some.flatMap(({ id, targets }) =>
      targets.map((target_id) => ({ record_id: id, target_id })),
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
