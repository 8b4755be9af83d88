import { createHash } from 'node:crypto'

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { LRUCache } from 'lru-cache'

import { countCap, offsetLimit, type Query, type Resource, type User } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { badRequest } from '../../kernel/errors.ts'
import { quoted, tableOf, isJoin } from '../../database/names.ts'
import {
  newestFor,
  newestShare,
  withFewestRows,
  pageByTime,
  sumsOf,
  wholeLength,
} from './wholeList.ts'
import { orderOf, walkIds, walkOf, type Walk } from './order.ts'
import { msg } from '../../../texts/serverMsg.ts'

export interface Wanted {
  readonly where: RawBuilder<SqlBool>
  readonly query: Query
  /** Whether the user may list every record. */
  readonly mayListAll: boolean
  readonly database: Sql
}

export interface FoundPage {
  readonly ids: readonly number[]
  readonly total: Total
}

/** The ids of a page in the order asked for, and how many records match. Throws RequestError with 400. */
export async function findPage(
  backend: Backend,
  resource: Resource,
  user: User,
  wanted: Wanted,
): Promise<FoundPage> {
  const { query, where, database } = wanted
  const few = () => fewIds(backend, resource, user, wanted)
  if (resource.size !== 'large') return (await few()) ?? manyIds(backend, resource, user, wanted)
  const sums = sumsFor(resource, wanted)
  if (sums && isByTime(query)) {
    const { ids, total } = await pageByTime({ ...wanted, resource, sums }, database)
    return { ids, total: { count: total, is: 'exact' } }
  }
  const walk = walkOf(backend, resource, user, query)
  if (sums && walk) return wholeIds(walk, wanted, await wholeLength(sums, database))
  const newest = await newestIds(backend, resource, user, wanted)
  if (newest) return newest
  const estimate = await estimateOf(backend, resource, where, database)
  const found = walk && estimate > countCap ? undefined : await few()
  if (found) return found
  if (!walk) throw tooManyToSort(query)
  return manyIds(backend, resource, user, wanted, walk)
}

/** The name of the sums that count what is wanted: all living records of a large resource. */
export function sumsFor(
  resource: Resource,
  { query, mayListAll }: Pick<Wanted, 'query' | 'mayListAll'>,
): string | undefined {
  const isFiltered = query.search || query.where || Object.keys(query.filter).length > 0
  return resource.size === 'large' && mayListAll && !isFiltered ? sumsOf(resource) : undefined
}

/** Whether a list is asked for in the order of creation. */
export const isByTime = ({ sort: [first, ...more] }: Query) =>
  first?.name === 'created_at' && more.length === 0

const rangeOf = ({ page, perPage }: Query) => ({ limit: perPage, offset: (page - 1) * perPage })

/** A page of a list whose length is known: from its nearer end. */
async function wholeIds(walk: Walk, { where, query, database }: Wanted, count: number) {
  const { offset, limit } = rangeOf(query)
  const fromEnd = Math.max(0, count - offset - limit)
  const isReversed = fromEnd < offset
  if (Math.min(offset, fromEnd) > offsetLimit) throw tooFar()
  const stretch = isReversed
    ? { limit: Math.max(0, Math.min(limit, count - offset)), offset: fromEnd, isReversed }
    : { limit, offset, isReversed }
  const ids = stretch.limit === 0 ? [] : await walkIds(walk, where, stretch, database)
  return { ids, total: { count, is: 'exact' } as const }
}

/**
 * The page of a search, without filters, of which enough of the newest records match. Their share gives the estimate, by
 * which all records are searched where they are too few.
 */
async function newestIds(
  backend: Backend,
  resource: Resource,
  user: User,
  wanted: Wanted,
): Promise<FoundPage | undefined> {
  const { where, query, database } = wanted
  const isNewestFirst = isByTime(query) && query.sort[0]?.descending
  if (!isNewestFirst || !sumsFor(resource, { ...wanted, query: { ...query, search: '' } }))
    return undefined
  const newest = await newestFor(resource, query.search, database)
  if (!newest) return undefined
  const { since, count, whole } = newest
  const { limit, offset } = rangeOf(query)
  const expected = await estimateOf(backend, resource, where, database)
  // What matches so often is soon found along the index of time.
  const isFrequent = expected > whole / newestShare
  if (isFrequent || offset + limit > count / newestShare) return undefined
  const among = sql<SqlBool>`${where} and t.created_at >= ${since}`
  const found = await withFewestRows(database, (transaction) =>
    fewIds(backend, resource, user, { ...wanted, where: among, database: transaction }),
  )
  if (!found) return undefined
  const estimate = Math.round((found.total.count * whole) / count)
  rememberEstimate(backend, resource, where, estimate)
  const { ids } = found
  return ids.length < limit ? undefined : { ids, total: { count: estimate, is: 'estimate' } }
}

/**
 * The page and the number of matches by one scan of at most `countCap + 1` of them, put in order afterwards; undefined
 * when there are more.
 */
async function fewIds(
  backend: Backend,
  resource: Resource,
  user: User,
  { where, query, database }: Wanted,
): Promise<FoundPage | undefined> {
  if (resource.size !== 'large' && knownEstimate(backend, resource, where)) return undefined
  const { limit, offset } = rangeOf(query)
  const sorted = query.sort.map(({ name }) => name).filter((name) => !isJoin(resource, name))
  const names = new Set(['id', 'created_at', ...sorted])
  const columns = sql.raw([...names].map((name) => `t.${quoted(name)}`).join(', '))
  const { rows } = await sql<{ ids: number[]; matched: number }>`
    with found as materialized (
      select ${columns} from ${tableOf(resource)} t where ${where} limit ${countCap + 1}
    )
    select (select count(*) from found) as matched, array(
      select t.id from found t order by ${orderOf(backend, resource, user, query)}
      limit ${limit} offset ${offset}
    ) as ids`.execute(database)
  const { ids = [], matched = 0 } = rows[0] ?? {}
  return matched <= countCap ? { ids, total: { count: matched, is: 'exact' } } : undefined
}

/** The page by following an index, or by sorting everything where the resource is small; the total is an estimate. */
async function manyIds(
  backend: Backend,
  resource: Resource,
  user: User,
  { where, query, database }: Wanted,
  walk?: Walk,
): Promise<FoundPage> {
  const { limit, offset } = rangeOf(query)
  if (offset > offsetLimit) throw tooFar()
  const ids = walk
    ? await walkIds(walk, where, { limit, offset, isReversed: false }, database)
    : await sortedIds(backend, resource, user, { where, query, database })
  if (ids.length > 0 && ids.length < limit) {
    return { ids, total: { count: offset + ids.length, is: 'exact' } }
  }
  const estimate = await estimateOf(backend, resource, where, database)
  const count = Math.max(estimate, offset + ids.length, countCap + 1)
  if (count > estimate) rememberEstimate(backend, resource, where, count)
  return { ids, total: { count, is: 'estimate' } }
}

async function sortedIds(
  backend: Backend,
  resource: Resource,
  user: User,
  { where, query, database }: Omit<Wanted, 'mayListAll'>,
): Promise<number[]> {
  const { limit, offset } = rangeOf(query)
  const { rows } = await sql<{ id: number }>`
    select t.id from ${tableOf(resource)} t where ${where}
    order by ${orderOf(backend, resource, user, query)} limit ${limit} offset ${offset}`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

const tooFar = () => badRequest(msg('that_page_is_too_far_away_narrow'))

const tooManyToSort = ({ sort }: Query) =>
  badRequest(
    msg('too_many_records_to_sort_by_at', {
      fields: sort.map(({ name }) => name).join(', '),
      max: countCap.toLocaleString('en'),
    }),
  )

export interface Total {
  readonly count: number
  readonly is: 'exact' | 'estimate'
}

/** How long an estimate serves, in milliseconds: it is no truth that could grow old. */
const estimateLife = 60_000
const estimatesKept = 2_000

type Where = RawBuilder<SqlBool>

/** By a hash, because a filter may be as large as a request. */
type Estimates = LRUCache<string, number>

const estimatesByBackend = new WeakMap<Backend, Estimates>()

function estimatesOf(backend: Backend): Estimates {
  const known = estimatesByBackend.get(backend)
  if (known) return known
  const estimates: Estimates = new LRUCache({ max: estimatesKept, ttl: estimateLife })
  estimatesByBackend.set(backend, estimates)
  return estimates
}

/** The estimate of a filter that was seen to match more than the cap within the last minute. */
function knownEstimate(backend: Backend, resource: Resource, where: Where): number | undefined {
  return estimatesOf(backend).get(keyOf(backend, resource, where))
}

/** Keeps for a minute that a filter matches so many records. */
function rememberEstimate(backend: Backend, resource: Resource, where: Where, count: number): void {
  estimatesOf(backend).set(keyOf(backend, resource, where), count)
}

/** What the planner expects a filter, rule included, to match; kept for a minute. */
async function estimateOf(
  backend: Backend,
  resource: Resource,
  where: Where,
  database: Sql = backend.database.sql,
): Promise<number> {
  const known = knownEstimate(backend, resource, where)
  if (known !== undefined) return known
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${tableOf(resource)} t where ${where}`.execute(database)
  const count = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  rememberEstimate(backend, resource, where, count)
  return count
}

function keyOf({ database }: Backend, resource: Resource, where: Where): string {
  const { sql: text, parameters } = where.compile(database.sql)
  const filter = `${resource.name} ${text} ${JSON.stringify(parameters)}`
  return createHash('sha256').update(filter).digest('base64')
}
