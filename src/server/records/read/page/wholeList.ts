import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { LRUCache } from 'lru-cache'

import {
  memoizeByObject,
  asCondition,
  fieldOf,
  kindOf,
  readSum,
  type Conditions,
  type Query,
  type Resource,
} from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { prepared, preparedVariant } from '../../../database/connection.ts'
import { dailyName } from '../../write/statistics.ts'
import { sourceOf } from '../source.ts'
import { tableOf } from '../../../database/names.ts'
import type { Row, Selection } from '../select.ts'

/** Ids of a page, and how many records there are in all. */
export interface WholePage {
  readonly ids: number[]
  readonly total: number
}

/** The sums that count the records of a list by the time of their creation. */
export interface Sums {
  /** Counts all living records. */
  readonly all: string
  /** Counts those among them that the list leaves out. */
  readonly without?: string
}

/**
 * The sums that count a list: of all living records, or of those with one value of a yes or no, where the others have sums
 * of their own. Undefined where no sums count it.
 */
export function sumsOf(resource: Resource, filter: Query['filter'] = {}): Sums | undefined {
  const counts = Object.entries(resource.sums ?? {}).flatMap(([name, declared]) => {
    const { by, where, sum, per } = readSum(declared)
    const isCount = by === 'created_at' && sum === undefined && per === undefined
    return isCount ? [{ name, where: Object.entries(where) }] : []
  })
  const all = counts.find(({ where }) => where.length === 0)?.name
  const [[name, value] = ['', undefined], ...more] = Object.entries(filter).map(
    ([key, condition]) => [key, valueOf(condition)] as const,
  )
  if (all === undefined || name === '') return all === undefined ? undefined : { all }
  const field = fieldOf(resource, name)
  if (more.length > 0 || !field || !kindOf(field).isYesOrNo || field.options.optional)
    return undefined
  const without = counts.find(({ where: [only, ...others] }) => {
    const isOther = only?.[0] === name && valueOf(asCondition(only[1])) === !value
    return isOther && value !== undefined && others.length === 0
  })
  return without && { all, without: without.name }
}

/** By the sums. Much has to be written before it is no longer true. */
const isMostCache = memoizeByObject<Backend, LRUCache<string, boolean>>(
  () => new LRUCache({ max: 50, ttl: 60_000 }),
)

/**
 * The sums that count a list, where it has most of all records: where it leaves out more, they are not passed to find the
 * others.
 */
export async function countedBy(
  backend: Backend,
  resource: Resource,
  filter: Query['filter'],
  database: Sql,
): Promise<Sums | undefined> {
  const sums = sumsOf(resource, filter)
  if (sums?.without === undefined) return sums
  const cache = isMostCache(backend)
  const key = JSON.stringify(sums)
  const isMost =
    cache.get(key) ??
    (await wholeLength(sums, database)) * 2 > (await wholeLength({ all: sums.all }, database))
  cache.set(key, isMost)
  return isMost ? sums : undefined
}

/** The only value that a condition lets in; undefined where it is none, or asks for more. */
function valueOf({ in: values, ...others }: Conditions): unknown {
  return values?.length === 1 && Object.keys(others).length === 0 ? values[0] : undefined
}

/** How many records there are, by the sums. */
export async function wholeLength(sums: Sums, database: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`${prepared}
    select ${lengthSql(sums)} as total`.execute(database)
  return rows[0]?.total ?? 0
}

/** Ids, and how many records there are, by a statement in which nothing changes but the order: it is planned once. */
export async function pageAndLength(
  page: RawBuilder<{ ids: number[] }>,
  sums: Sums,
  database: Sql,
): Promise<WholePage> {
  const { rows } = await sql<WholePage>`${preparedVariant}
    select ${lengthSql(sums)} as total, ids from (${page}) page`.execute(database)
  return rows[0] ?? { ids: [], total: 0 }
}

interface PageQuery {
  readonly resource: Resource
  readonly sums: Sums
  readonly where: RawBuilder<SqlBool>
  readonly query: Query
  readonly limit: number
  readonly offset: number
}

/** Up to here a page is found by counting along the index. */
const nearOffset = 2_000

/** A page in the order of creation. The sums say in which quarter of an hour a far one begins. */
export async function pageByTime(wanted: PageQuery, database: Sql): Promise<WholePage> {
  const isNear = wanted.offset <= nearOffset
  const { rows } = await (isNear ? nearPage(wanted) : farPage(wanted)).execute(database)
  return rows[0] ?? { ids: [], total: 0 }
}

/**
 * The name stands in the text: as a parameter it is one of the frequent values that PostgreSQL plans anew for, at every
 * call, which takes it longer than to read the page.
 */
export const lengthSql = ({ all, without }: Sums): RawBuilder<number> => {
  const length = (name: string) => sql<number>`
    (select coalesce(sum(value), 0)::bigint from statistics where name = ${sql.lit(dailyName(name))})`
  return without === undefined ? length(all) : sql<number>`(${length(all)} - ${length(without)})`
}

/** The rows `at, n` of the sums: how many records there are by the day, or by the quarter of an hour. */
export function countsSql(
  { all, without }: Sums,
  { isDaily, during = sql`true` }: { isDaily: boolean; during?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const named = (name: string) => sql`
    name = ${sql.lit(isDaily ? dailyName(name) : name)} and ${during}`
  const rows =
    without === undefined
      ? sql`select at, value from statistics where ${named(all)}`
      : sql`select at, value from statistics where ${named(all)}
          union all select at, -value from statistics where ${named(without)}`
  return sql`select at, sum(value)::int as n from (${rows}) counts group by at`
}

function nearPage(wanted: PageQuery): RawBuilder<WholePage> {
  const { resource, sums, where, query, limit, offset } = wanted
  return sql`
    select ${lengthSql(sums)} as total, array(
      select t.id from ${tableOf(resource)} t where ${where}
      order by ${byTime(query)} limit ${limit} offset ${offset}
    ) as ids`
}

/**
 * The statement that begins the list with which people come in: rows and their number at once. Nothing in it changes but
 * the columns, so that it is planned once a connection.
 */
export function firstRows(
  { resource, sums, where, query, limit }: PageQuery,
  { columns, joins }: Pick<Selection, 'columns' | 'joins'>,
): RawBuilder<Row & { '~total': number }> {
  return sql`${preparedVariant}
    select ${lengthSql(sums)} as "~total", ${columns} from (
      select t.* from ${sourceOf(resource)} t where ${where}
      order by ${byTime(query)} limit ${sql.lit(limit)}
    ) t ${joins} order by ${byTime(query)}`
}

function farPage({
  resource,
  sums,
  where,
  query,
  limit,
  ...wanted
}: PageQuery): RawBuilder<WholePage> {
  const offset = sql`${wanted.offset}::bigint`
  const descending = query.sort[0]?.descending ?? true
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const within = descending
    ? sql`t.created_at < start.at + interval '15 minutes'`
    : sql`t.created_at >= start.at`
  const during = sql`at >= day.at and at < day.at + interval '1 day'`
  // Of each day, and then of each quarter of the day in which the page begins: how many records come before it.
  const before = (rows: RawBuilder<unknown>) => sql`
    select at, sum(n) over (order by at ${direction}) - n as before, n
    from (${rows}) sums`
  return sql`${preparedVariant}
    with days as (${before(countsSql(sums, { isDaily: true }))}),
    day as (
      select at, before from days where before + n > ${offset} order by at ${direction} limit 1
    ),
    start as (
      select q.at, day.before + q.before as before
      from day cross join lateral (
        ${before(countsSql(sums, { isDaily: false, during }))}
      ) q where day.before + q.before + q.n > ${offset} order by q.at ${direction} limit 1
    )
    select (select coalesce(sum(n), 0)::bigint from days) as total, array(
      select p.id from start cross join lateral (
        select t.id, t.created_at from ${tableOf(resource)} t where ${where} and ${within}
        order by ${byTime(query)} limit ${sql.lit(limit)} offset ${offset} - start.before
      ) p order by ${byTime(query, 'p')}
    ) as ids`
}

function byTime({ sort }: Query, alias = 't'): RawBuilder<unknown> {
  const direction = (sort[0]?.descending ?? true) ? 'desc' : 'asc'
  return sql.raw(`${alias}.created_at ${direction}, ${alias}.id ${direction}`)
}
