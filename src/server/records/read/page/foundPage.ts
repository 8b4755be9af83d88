import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { PageMeta } from '#contract'
import { countCap, offsetLimit, type Query } from '#schema'

import { badRequest } from '../../../kernel/errors.ts'
import { msg } from '../../../../texts/serverMsg.ts'
import { preparedSearch, preparedVariant } from '../../../database/connection.ts'
import { hasDistinctValues } from './distinctValues.ts'
import { orderOf, unsortedSql } from '../order.ts'
import { sourceOf } from '../source.ts'
import { stretchBeside } from './knownPlaces.ts'
import { keyOf, type Listing } from './listing.ts'
import type { Walk } from './walk.ts'

export interface Total {
  readonly count: number
  readonly is: PageMeta['total_is']
}

/** The ids of a page in the order asked for, and how many records match. */
export interface FoundPage {
  readonly ids: readonly number[]
  readonly total: Total
}

/**
 * The page and the number of matches, or of those `among` others, by one scan of at most one more than `maxRows` of them,
 * put in order afterwards; undefined when there are more.
 */
export async function fewIds(
  listing: Listing,
  maxRows = countCap,
  among?: RawBuilder<SqlBool>,
  mark?: RawBuilder<unknown>,
): Promise<FoundPage | undefined> {
  const { backend, resource, database, limit, offset, rare } = listing
  if (resource.size !== 'large' && backend.estimates.has(keyOf(listing))) return undefined
  const once = rare?.once
  const read = once ? { ...listing, where: once, rare: undefined } : listing
  const begin = mark ?? (once ? preparedSearch : sql``)
  const { rows } = await sql<{ ids: number[]; matched: number }>`${begin}
    with found as materialized (${sortableSql(read, maxRows + 1, among)})
    select (select count(*) from found) as matched, array(
      select t.id from found t order by ${orderOf(listing)} limit ${limit} offset ${offset}
    ) as ids`.execute(database)
  const { ids = [], matched = 0 } = rows[0] ?? {}
  return matched <= maxRows ? { ids, total: { count: matched, is: 'exact' } } : undefined
}

/** As many records of one value are read without asking the planner how many there are. */
const soonRead = 1_000

/** The page of a filter by one value, as by an e-mail: most have few records. Undefined where this one has many. */
export async function ofOneValue(listing: Listing): Promise<FoundPage | undefined> {
  const { backend, resource, oneValueOf, database } = listing
  if (oneValueOf === undefined || backend.estimates.has(keyOf(listing))) return undefined
  const isPlannedOnce = await hasDistinctValues(backend, resource, oneValueOf, database)
  return fewIds(listing, soonRead, undefined, isPlannedOnce ? preparedVariant : undefined)
}

/** The page of a resource that is not large, all of whose matches may be sorted. */
export const sortedPage = async (listing: Listing): Promise<FoundPage> =>
  (await fewIds(listing)) ?? manyIds(listing)

/** Records that match, in no order, with the columns by which they are sorted. */
export function sortableSql(listing: Listing, maxRows: number, among?: RawBuilder<SqlBool>) {
  const where = listing.rare?.where ?? listing.where
  const condition = among ? sql`${where} and ${among}` : where
  return sql`${unsortedSql(listing)} where ${condition} limit ${sql.lit(maxRows)}`
}

/** The page by following an index, or by sorting everything where the resource is small; the total is an estimate. */
export async function manyIds(listing: Listing, walk?: Walk): Promise<FoundPage> {
  const { limit, offset } = listing
  if (offset > offsetLimit) throw tooFar()
  const stretch = { limit, offset, isReversed: false }
  const { ids, isCounted } = walk
    ? await stretchBeside(walk, listing, { stretch, beside: sql`null` })
    : { ids: await sortedIds(listing), isCounted: true }
  if (isCounted && ids.length < limit && (ids.length > 0 || offset === 0)) {
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

export const tooFar = () => badRequest(msg('that_page_is_too_far_away_narrow'))

export const tooManyToSort = ({ sort }: Query, max = countCap) =>
  badRequest(
    msg('too_many_records_to_sort_by_at', {
      fields: sort.map(({ name }) => name).join(', '),
      max: max.toLocaleString('en'),
    }),
  )

/** What may be expected of a search, or the planner expects a filter, rule included, to match; kept for a minute. */
export async function estimateOf(listing: Listing): Promise<number> {
  const { backend } = listing
  const known = backend.estimates.get(keyOf(listing))
  if (known !== undefined) return known
  const sampled = listing.isTold ? listing.expected : undefined
  const count = sampled ?? (await plannedRows(listing))
  backend.estimates.set(keyOf(listing), count)
  return count
}

/** How many records the planner expects. */
export async function plannedRows({
  resource,
  where,
  database,
}: Pick<Listing, 'resource' | 'where' | 'database'>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${sourceOf(resource)} t where ${where}`.execute(database)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
