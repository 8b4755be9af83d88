import { createHash } from 'node:crypto'

import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { countCap, offsetLimit, searchWords, type Query, type Resource, type User } from '#schema'

import { prepared, preparedVariant } from '../../database/connection.ts'
import { isJoin, quoted } from '../../database/names.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { badRequest } from '../../kernel/errors.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { orderOf } from './order.ts'
import { walkIds, walkOf, type Walk } from './walk.ts'
import { selectionOf, type Row } from './select.ts'
import { ruleCondition, whereOf, type AdmittedQuery } from './where.ts'
import { firstRows, pageByTime, sumsOf, wholeLength } from './wholeList.ts'
import { isAmong, newestFor, newestShare } from './newest.ts'
import { sourceOf } from './source.ts'

export interface Page {
  data: Row[]
  meta: {
    current_page: number
    per_page: number
    last_page: number
    total: number
    /** `estimate` when counting further would cost more than anybody gains. */
    total_is: Total['is']
    from: number | null
    to: number | null
  }
}

interface Total {
  readonly count: number
  readonly is: 'exact' | 'estimate'
}

/** The ids of a page in the order asked for, and how many records match. */
interface FoundPage {
  readonly ids: readonly number[]
  readonly total: Total
}

/** A list for somebody, as far as it is known before anything is read. */
interface Listing {
  readonly backend: Backend
  readonly resource: Resource
  readonly user: User
  readonly query: Query
  readonly database: Sql
  readonly where: RawBuilder<SqlBool>
  readonly limit: number
  readonly offset: number
  /** The sums that count all records that the user may list, of a large resource without filters. */
  readonly sums: string | undefined
}

/** One page of the records that the user may list, with the labels of references and a capped total. */
export async function listRecords(
  backend: Backend,
  resource: Resource,
  user: User,
  query: AdmittedQuery,
  database: Sql = backend.database.sql,
): Promise<Page> {
  const rule = resource.access.list(user)
  const where = whereOf(resource, user, query, rule)
  const [limit, offset] = [query.perPage, (query.page - 1) * query.perPage]
  const isFiltered = query.where || Object.keys(query.filter).length > 0
  const isWhole = resource.size === 'large' && rule === true && !isFiltered
  const sums = isWhole ? sumsOf(resource) : undefined
  const listing = { backend, resource, user, query, database, where, limit, offset, sums }
  if (sums && !query.search && isByTime(query) && query.page === 1) {
    const selection = selectionOf(backend, resource, user, query.fields)
    const { rows } = await firstRows({ ...listing, sums }, selection).execute(database)
    const count = rows[0]?.['~total'] ?? 0
    return pageOf(rows.map(selection.present), listing, { count, is: 'exact' })
  }
  // The ids come first, from one table, then their rows by a statement that is planned once a connection:
  // planning the labels' joins anew would cost more than finding the page.
  const { ids, total } = await findPage(listing)
  return pageOf(await readRows(ids, listing), listing, total)
}

/** The rows of these ids in their order. What was deleted or taken from the user's sight meanwhile is left out. */
async function readRows(
  ids: readonly number[],
  { backend, resource, user, query: { fields }, database }: Listing,
): Promise<Row[]> {
  if (ids.length === 0) return []
  const { columns, joins, present } = selectionOf(backend, resource, user, fields)
  const rule = ruleCondition(resource, resource.access.list(user))
  const { rows } = await sql<Row>`${fields ? preparedVariant : prepared}
    select ${sql.raw(columns)} from ${sourceOf(resource)} t ${joins}
    where t.id = any(${ids}::bigint[]) and ${rule}`.execute(database)
  const byId = new Map(rows.map((row) => [row['id'], row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [present(row)] : []
  })
}

function pageOf(data: Row[], { query, limit, offset }: Listing, { count, is }: Total): Page {
  const isEmpty = data.length === 0
  return {
    data,
    meta: {
      current_page: query.page,
      per_page: limit,
      last_page: Math.max(1, Math.ceil(count / limit)),
      total: count,
      total_is: is,
      from: isEmpty ? null : offset + 1,
      to: isEmpty ? null : offset + data.length,
    },
  }
}

/** Throws RequestError with 400. */
async function findPage(listing: Listing): Promise<FoundPage> {
  const { resource, query, database, sums } = listing
  if (resource.size !== 'large') return (await fewIds(listing)) ?? manyIds(listing)
  const whole = query.search ? undefined : sums
  if (whole && isByTime(query)) {
    const { ids, total } = await pageByTime({ ...listing, sums: whole }, database)
    return { ids, total: { count: total, is: 'exact' } }
  }
  const walk = walkOf(listing)
  if (whole && walk) return wholeIds(walk, listing, await wholeLength(whole, database))
  const newest = await newestIds(listing)
  if (newest) return newest
  const estimate = await estimateOf(listing)
  const found = walk && estimate > countCap ? undefined : await fewIds(listing)
  if (found) return found
  if (!walk) throw tooManyToSort(query)
  return manyIds(listing, walk)
}

/** Whether a list is asked for in the order of creation. */
const isByTime = ({ sort: [first, ...more] }: Query) =>
  first?.name === 'created_at' && more.length === 0

/** A page of a list whose length is known: from its nearer end. */
async function wholeIds(walk: Walk, listing: Listing, count: number): Promise<FoundPage> {
  const { where, limit, offset, database } = listing
  const fromEnd = Math.max(0, count - offset - limit)
  const isReversed = fromEnd < offset
  if (Math.min(offset, fromEnd) > offsetLimit) throw tooFar()
  const stretch = isReversed
    ? { limit: Math.max(0, Math.min(limit, count - offset)), offset: fromEnd, isReversed }
    : { limit, offset, isReversed }
  const ids = stretch.limit === 0 ? [] : await walkIds(walk, where, stretch, database)
  return { ids, total: { count, is: 'exact' } }
}

/**
 * The page of a search, without filters, of which enough of the newest records match. Their share gives the estimate, by
 * which all records are searched where they are too few.
 */
async function newestIds(listing: Listing): Promise<FoundPage | undefined> {
  const { backend, where, query, database, limit, offset, sums } = listing
  if (!sums || !isByTime(query) || !query.sort[0]?.descending) return undefined
  const expected = searchWords(query.search).length > 1 ? await estimateOf(listing) : undefined
  const newest = await newestFor(sums, query.search, database, expected)
  if (!newest) return undefined
  const { count, whole } = newest
  // What matches so often is soon found along the index of time.
  const isFrequent = (await estimateOf(listing)) > whole / newestShare
  if (isFrequent || offset + limit > count / newestShare) return undefined
  const found = await fewIds({ ...listing, where: sql`${where} and ${isAmong(newest)}` })
  if (!found) return undefined
  const estimate = Math.round((found.total.count * whole) / count)
  backend.estimates.set(keyOf(listing), estimate)
  const { ids } = found
  return ids.length < limit ? undefined : { ids, total: { count: estimate, is: 'estimate' } }
}

/**
 * The page and the number of matches by one scan of at most `countCap + 1` of them, put in order afterwards; undefined
 * when there are more.
 */
async function fewIds(listing: Listing): Promise<FoundPage | undefined> {
  const { backend, resource, where, query, database, limit, offset } = listing
  if (resource.size !== 'large' && backend.estimates.has(keyOf(listing))) return undefined
  const sorted = query.sort.map(({ name }) => name).filter((name) => !isJoin(resource, name))
  const names = new Set(['id', 'created_at', ...sorted])
  const columns = sql.raw([...names].map((name) => `t.${quoted(name)}`).join(', '))
  const { rows } = await sql<{ ids: number[]; matched: number }>`
    with found as materialized (
      select ${columns} from ${sourceOf(resource)} t where ${where} limit ${countCap + 1}
    )
    select (select count(*) from found) as matched, array(
      select t.id from found t order by ${orderOf(listing)}
      limit ${limit} offset ${offset}
    ) as ids`.execute(database)
  const { ids = [], matched = 0 } = rows[0] ?? {}
  return matched <= countCap ? { ids, total: { count: matched, is: 'exact' } } : undefined
}

/** The page by following an index, or by sorting everything where the resource is small; the total is an estimate. */
async function manyIds(listing: Listing, walk?: Walk): Promise<FoundPage> {
  const { where, database, limit, offset } = listing
  if (offset > offsetLimit) throw tooFar()
  const ids = walk
    ? await walkIds(walk, where, { limit, offset, isReversed: false }, database)
    : await sortedIds(listing)
  if (ids.length > 0 && ids.length < limit) {
    return { ids, total: { count: offset + ids.length, is: 'exact' } }
  }
  const estimate = await estimateOf(listing)
  const count = Math.max(estimate, offset + ids.length, countCap + 1)
  if (count > estimate) listing.backend.estimates.set(keyOf(listing), count)
  return { ids, total: { count, is: 'estimate' } }
}

async function sortedIds(listing: Listing): Promise<number[]> {
  const { resource, where, database, limit, offset } = listing
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sourceOf(resource)} t where ${where}
    order by ${orderOf(listing)} limit ${limit} offset ${offset}`.execute(database)
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

/** What the planner expects a filter, rule included, to match; kept for a minute. */
async function estimateOf(listing: Listing): Promise<number> {
  const { backend, resource, where, database } = listing
  const known = backend.estimates.get(keyOf(listing))
  if (known !== undefined) return known
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${sourceOf(resource)} t where ${where}`.execute(database)
  const count = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  backend.estimates.set(keyOf(listing), count)
  return count
}

/** A hash, because a filter may be as large as a request. */
function keyOf({ backend, resource, where }: Listing): string {
  const { sql: text, parameters } = where.compile(backend.database.sql)
  const filter = `${resource.name} ${text} ${JSON.stringify(parameters)}`
  return createHash('sha256').update(filter).digest('base64')
}
