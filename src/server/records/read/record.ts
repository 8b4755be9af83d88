import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  memoizeByObject,
  type Filter,
  type Operation,
  type Resource,
  type User,
  asCondition,
  createUserCache,
  hasPaths,
  matches,
  reachedOf,
} from '#schema'
import type { Sql } from '../../kernel/database.ts'
import { prepared, preparedVariant } from '../../database/connection.ts'
import { partsOf, withFunctions } from '../../database/parts.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { isJoin, joinTable, quoted, tableOf } from '../../database/names.ts'
import type { Row } from './select.ts'
import { filterCondition, ruleCondition } from './where.ts'
import { sourceOf } from './source.ts'

/** A record as it is stored, every field included: for hooks, rules and the audit log, never for an answer. */
export type Stored = Row & { id: number; version: number }

interface Reach {
  /** Selects the stored columns of the records `t`, and the version of each as it was before a wait for its lock. */
  readonly records: RawBuilder<unknown>
  /** What the rules let the user see and do. */
  readonly allowed: RawBuilder<SqlBool>
}

/** Made once for each operation of a user. */
const reaches = createUserCache<Reach>(500)

const reachOf = (resource: Resource, user: User, operation: Operation): Reach =>
  reaches(user, `${resource.name} ${operation}`, () => {
    const seen = ruleCondition(resource, resource.access.show(user))
    const allowed = ruleCondition(resource, resource.access[operation](user))
    return {
      records: sql`select ${sql.raw(storedColumns(resource))}, ${unlocked(resource)}
        from ${sourceOf(resource)} t`,
      allowed: sql<SqlBool>`${seen} and ${allowed}`,
    }
  })

/** The version as it stands when the statement begins. Nothing writes the records of a view, which are of no table of its name. */
const unlocked = (resource: Resource) =>
  resource.view
    ? sql`t.version as unlocked`
    : sql`(select u.version from ${tableOf(resource)} u where u.id = t.id) as unlocked`

/** Locks one record. Throws 404 where the rules do not let the user see it, 403 where only that of the operation does not. */
export async function lockRecord(
  resource: Resource,
  user: User,
  id: number,
  operation: Operation,
  database: Sql,
): Promise<Stored> {
  const { records, allowed } = reachOf(resource, user, operation)
  const { rows } = await sql<Stored & { unlocked: number }>`${prepared}
    ${records} where t.id = ${id} and ${allowed} for update of t`.execute(database)
  if (!rows[0]) throw (await isSeen(resource, user, id, database)) ? forbidden() : notFound()
  const { unlocked, ...record } = rows[0]
  // Somebody changed it while this waited for the lock: the row is the new one, but what the statement read of
  // other tables stands as it was before the wait.
  const isOld = unlocked !== record.version
  const fresh = isOld ? await storedRecord(resource, id, database) : undefined
  return fresh ?? withFunctions(resource, record as Stored)
}

async function isSeen(resource: Resource, user: User, id: number, database: Sql): Promise<boolean> {
  const { records, allowed } = reachOf(resource, user, 'show')
  const { rows } = await sql`${records} where t.id = ${id} and ${allowed}`.execute(database)
  return rows.length > 0
}

/**
 * Holds records in the order of their ids, past all rules, soft-deleted ones among them. Returns those that are there,
 * with no other fields than those of `names` where these are given.
 */
export async function lockStored(
  resource: Resource,
  ids: readonly number[],
  database: Sql,
  names?: readonly string[],
): Promise<Stored[]> {
  const columns = sql.raw(names ? columnsOf(resource, names) : storedColumns(resource))
  const { rows } = await sql<Stored & { unlocked: number }>`${preparedVariant}
    select ${columns}, ${unlocked(resource)} from ${sourceOf(resource)} t
    where t.id = any(${[...ids]}::bigint[]) order by t.id for update of t`.execute(database)
  // What was read of other tables for those that were waited for is old, as in `lockRecord`.
  const old = rows.filter((row) => row.unlocked !== row.version).map(({ id }) => id)
  const { rows: again } =
    old.length === 0
      ? { rows: [] }
      : await sql<Stored>`
          select ${columns} from ${sourceOf(resource)} t where t.id = any(${old}::bigint[])
        `.execute(database)
  const fresh = new Map(again.map((row) => [row.id, row]))
  return rows.map(({ unlocked: _unlocked, ...row }) => {
    const record: Stored = fresh.get(row.id) ?? (row as Stored)
    return names ? record : withFunctions(resource, record)
  })
}

/** Of held records those that the rules of seeing and of the operation let the user reach. */
export async function reachableAmong(
  resource: Resource,
  user: User,
  operation: Operation,
  records: readonly Stored[],
  database: Sql,
): Promise<Stored[]> {
  const { show, [operation]: operate } = resource.access
  const alive = records.filter((record) => (record['deleted_at'] ?? null) === null)
  if (alive.length === 0 || (show(user) === true && operate(user) === true)) return alive
  const { allowed } = reachOf(resource, user, operation)
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sourceOf(resource)} t
    where t.id = any(${alive.map(({ id }) => id)}::bigint[]) and ${allowed}`.execute(database)
  const reached = new Set(rows.map(({ id }) => id))
  return alive.filter(({ id }) => reached.has(id))
}

/** Reads one stored record again, past all rules. */
export async function storedRecord(
  resource: Resource,
  id: number,
  database: Sql,
): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`${prepared}
    select ${sql.raw(storedColumns(resource))} from ${sourceOf(resource)} t
    where t.id = ${id}`.execute(database)
  return rows[0] && withFunctions(resource, rows[0])
}

/** Records by a hook's own filter, past all rules. */
export async function findStored(
  resource: Resource,
  filter: Filter,
  database: Sql,
): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select ${sql.raw(storedColumns(resource))} from ${sourceOf(resource)} t
    where ${ruleCondition(resource, true)} and ${filterCondition(resource, filter)}
    order by t.id`.execute(database)
  return rows.map((row) => withFunctions(resource, row))
}

/** Every stored field; the ids behind a join table as an array. */
export const storedColumns = memoizeByObject((resource: Resource): string => {
  const { joins } = partsOf(resource.fields)
  return ['t.*', ...joins.map((name) => columnOf(resource, name))].join(', ')
})

/** Some of them, and what every record has. */
function columnsOf(resource: Resource, names: readonly string[]): string {
  const all = new Set(['id', 'version', ...(resource.softDelete ? ['deleted_at'] : []), ...names])
  return [...all].map((name) => columnOf(resource, name)).join(', ')
}

const columnOf = (resource: Resource, name: string): string =>
  isJoin(resource, name)
    ? `array(select j.target_id from ${joinTable(resource, name)} j
        where j.record_id = t.id order by j.target_id) as ${quoted(name)}`
    : `t.${quoted(name)}`

/** Whether the answer of a rule lets a stored record in. */
export async function letsIn(
  resource: Resource,
  rule: boolean | Filter,
  record: Readonly<Row>,
  database: Sql,
): Promise<boolean> {
  const [isIn = false] = await eachLetIn(resource, rule, [record], database)
  return isIn
}

/** The same of each of some records, asked for all at once. */
export async function eachLetIn(
  resource: Resource,
  rule: boolean | Filter,
  records: readonly Readonly<Row>[],
  database: Sql,
): Promise<boolean[]> {
  const plain = await plainRule(resource, rule, records, database)
  return records.map((record) => (typeof plain === 'boolean' ? plain : matches(plain, record)))
}

/**
 * Returns a rule that asks the same of these records by their own fields alone: a condition on what a reference points at
 * becomes one on the reference, by asking the database which of those that the records point at it holds for.
 */
export async function plainRule(
  resource: Resource,
  rule: boolean | Filter,
  records: readonly Readonly<Row>[],
  database: Sql,
): Promise<boolean | Filter> {
  if (typeof rule === 'boolean' || !hasPaths(rule)) return rule
  const parts = Object.entries(rule).map(async ([key, one]): Promise<Filter> => {
    if (key === 'all' || key === 'any') {
      const inner = (one as Filter[]).map((part) => plainRule(resource, part, records, database))
      return { [key]: await Promise.all(inner) } as Filter
    }
    const reached = reachedOf(resource, key)
    if (!reached) return { [key]: one }
    const { by, name, target } = reached
    const ids = [...new Set(records.flatMap((record) => record[by] ?? []))]
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sourceOf(target)} t where t.id = any(${ids}::bigint[])
        and ${filterCondition(target, { [name]: asCondition(one) })}`.execute(database)
    const some: Filter = { [by]: { in: rows.map(({ id }) => id) } }
    // What points nowhere has no value there.
    return matches({ [name]: one }, {}) ? { any: [some, { [by]: null }] } : some
  })
  return { all: await Promise.all(parts) }
}
