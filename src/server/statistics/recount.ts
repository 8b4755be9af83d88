import { sql, type RawBuilder } from 'kysely'

import { readSum, type DeclaredSum, type Resource } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { addRows, dailyName, partName, unitsOf } from '../records/write/statistics.ts'
import { columnOf, tableOf } from '../database/names.ts'
import { filterCondition } from '../records/read/where.ts'

/**
 * Makes the sums of everything that is declared as `sums` anew from the records, in the caller's transaction.
 * It waits for the writers under way; those that come meanwhile wait for it, so that nothing counts twice.
 */
export async function recount(resources: readonly Resource[], database: Sql): Promise<void> {
  // Of millions of records it takes minutes.
  await sql`set local statement_timeout = 0`.execute(database)
  await sql`lock table statistics in share row exclusive mode`.execute(database)
  const names = namesIn(resources)
  await sql`
    delete from statistics
    where name = any(${names}::text[]) or split_part(name, '=', 1) || '=' = any(${names}::text[])
  `.execute(database)
  const facts = resources.flatMap(factsIn)
  if (facts.length > 0) await addRows(together(facts), database)
}

/** Makes the sums anew once, where a migration has asked for it. */
export async function recountOnce({ database, business }: Backend): Promise<void> {
  await database.sql.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      delete from chores where name = 'recount'`.execute(transaction)
    if (numAffectedRows) await recount(business.resources, transaction)
  })
}

/** The names of all sums that the declarations make. */
function namesIn(resources: readonly Resource[]): string[] {
  const names = resources.flatMap(({ sums }) => Object.keys(sums ?? {}))
  return [...new Set(names.flatMap((name) => [name, dailyName(name), partName(name, '')]))]
}

const factsIn = (resource: Resource) =>
  factsOfRecords(resource, resource.softDelete ? sql`t.deleted_at is null` : sql`true`)

/** Records that were just created. */
export interface Created {
  readonly resource: Resource
  readonly ids: readonly number[]
}

/** Counts what an import has just written, in its transaction. */
export async function countCreated(all: readonly Created[], database: Sql): Promise<void> {
  const facts = all.flatMap(({ resource, ids }) =>
    ids.length > 0 ? factsOfRecords(resource, sql`t.id = any(${[...ids]}::bigint[])`) : [],
  )
  if (facts.length > 0) await addRows(together(facts), database)
}

type Rows = RawBuilder<unknown>

/** The facts `name, at, value` of the records `t` that a condition matches; none where nothing is counted. */
function factsOfRecords(resource: Resource, condition: Rows): Rows[] {
  const counted = Object.entries<DeclaredSum>(resource.sums ?? {})
  if (counted.length === 0) return []
  const moments = counted.map(([name, sum]) => {
    const { by, where, sum: added, per } = readSum(sum)
    const quarter = quarterOf(columnOf(by))
    const value =
      added === undefined
        ? sql`1`
        : sql`coalesce(${columnOf(added)} * ${sql.lit(unitsOf(resource, added))}, 0)::bigint`
    const own = per
      ? sql`${partName(name, '')}::text || coalesce(${columnOf(per)}::text, '')`
      : sql`${name}::text`
    return sql`(${own}, case when ${filterCondition(resource, where)} then ${quarter} end, ${value})`
  })
  const facts = sql`
    select fact.name, fact.at, fact.value
    from ${tableOf(resource)} t cross join lateral (values ${sql.join(moments)}) fact (name, at, value)
    where fact.at is not null and ${condition}`
  return [facts]
}

/** Every session runs in UTC, so a day becomes its first moment in UTC. */
const quarterOf = (column: Rows): Rows =>
  sql`date_bin('15 minutes', ${column}::timestamptz, '2000-01-01')`

const together = (facts: readonly Rows[]): Rows => sql.join([...facts], sql` union all `)

/**
 * Puts the slots of quarters that are over into one row: only writers of now wait for each other. Rows are
 * locked in the order in which writers lock them.
 */
export async function packSums(database: Sql): Promise<void> {
  await sql`
    with old as (
      select name, at, slot from statistics
      where slot > 0 and at < now() - interval '1 hour'
      order by name, at, slot for update
    ), gone as (
      delete from statistics s using old
      where s.name = old.name and s.at = old.at and s.slot = old.slot
      returning s.name, s.at, s.value
    )
    insert into statistics (name, at, slot, value)
    select name, at, 0, sum(value) from gone group by name, at order by name, at
    on conflict (name, at, slot) do update set value = statistics.value + excluded.value
  `.execute(database)
}
