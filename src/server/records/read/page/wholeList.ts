import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Query, Resource } from '#schema'

import type { Sql } from '../../../kernel/database.ts'
import { preparedVariant } from '../../../database/connection.ts'
import { dailyName } from '../../write/statistics.ts'
import { sourceOf } from '../source.ts'
import { tableOf } from '../../../database/names.ts'
import type { Row, Selection } from '../select.ts'

/** Ids of a page, and how many records there are in all. */
export interface WholePage {
  readonly ids: number[]
  readonly total: number
}

/** The name of the sums that count all living records by the time of their creation. */
export function sumsOf({ sums = {} }: Resource): string | undefined {
  return Object.entries(sums).find(([, field]) => field === 'created_at')?.[0]
}

/** How many records there are, by the sums. */
export async function wholeLength(sums: string, database: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${lengthSql(sums)} as total`.execute(
    database,
  )
  return rows[0]?.total ?? 0
}

/** Ids, and how many records there are, by a statement in which nothing changes but the order: it is planned once. */
export async function pageAndLength(
  page: RawBuilder<{ ids: number[] }>,
  sums: string,
  database: Sql,
): Promise<WholePage> {
  const { rows } = await sql<WholePage>`${preparedVariant}
    select ${lengthSql(sums)} as total, ids from (${page}) page`.execute(database)
  return rows[0] ?? { ids: [], total: 0 }
}

interface PageQuery {
  readonly resource: Resource
  readonly sums: string
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
const lengthSql = (sums: string) => sql`
  (select coalesce(sum(value), 0)::bigint from statistics where name = ${sql.lit(dailyName(sums))})`

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
  // Of each day, and then of each quarter of the day in which the page begins: how many records come before it.
  const before = (rows: RawBuilder<unknown>) => sql`
    select at, sum(n) over (order by at ${direction}) - n as before, n
    from (select at, sum(value)::bigint as n from statistics where ${rows} group by at) sums`
  return sql`
    with days as (${before(sql`name = ${dailyName(sums)}`)}),
    day as (
      select at, before from days where before + n > ${offset} order by at ${direction} limit 1
    ),
    start as (
      select q.at, day.before + q.before as before
      from day cross join lateral (
        ${before(sql`name = ${sums} and at >= day.at and at < day.at + interval '1 day'`)}
      ) q where day.before + q.before + q.n > ${offset} order by q.at ${direction} limit 1
    )
    select (select coalesce(sum(n), 0)::bigint from days) as total, array(
      select p.id from start cross join lateral (
        select t.id, t.created_at from ${tableOf(resource)} t where ${where} and ${within}
        order by ${byTime(query)} limit ${limit} offset ${offset} - start.before
      ) p order by ${byTime(query, 'p')}
    ) as ids`
}

function byTime({ sort }: Query, alias = 't'): RawBuilder<unknown> {
  const direction = (sort[0]?.descending ?? true) ? 'desc' : 'asc'
  return sql.raw(`${alias}.created_at ${direction}, ${alias}.id ${direction}`)
}
