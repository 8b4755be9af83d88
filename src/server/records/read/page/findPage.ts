import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import { memoizeByObject, countCap, offsetLimit, searchWords, type Query } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import {
  estimateOf,
  fewIds,
  manyIds,
  ofOneValue,
  tooFar,
  tooManyToSort,
  type FoundPage,
  type Total,
} from './foundPage.ts'
import { amongFiltered } from './amongFiltered.ts'
import { isAmong, newestDays, newestShare, type Days } from './days.ts'
import { stretchBeside } from './knownPlaces.ts'
import { keyOf, type Listing } from './listing.ts'
import { filteredInOrder, matchesInOrder } from './matchesInOrder.ts'
import { firstIds, walkOf, type Walk } from './walk.ts'
import { lengthSql, pageAndLength, pageByTime, wholeLength, type Sums } from './wholeList.ts'

/** The page of a large resource. Throws RequestError with 400. */
export async function findPage(listing: Listing): Promise<FoundPage> {
  const { query, database, sums } = listing
  const whole = query.search ? undefined : sums
  if (whole && isByTime(query)) {
    const { ids, total } = await pageByTime({ ...listing, sums: whole }, database)
    return { ids, total: { count: total, is: 'exact' } }
  }
  const walk = walkOf(listing)
  if (whole && walk && listing.offset === 0) return firstWholeIds(walk, listing, whole)
  if (whole && walk) return farWholeIds(walk, listing, whole)
  const alike = await ofOneValue(listing)
  if (alike) return alike
  const filtered = await amongFiltered(listing)
  if (filtered) return filtered
  const newest = await newestIds(listing)
  if (newest) return newest
  const inOrder = walk && !isNewestFirst(query) ? await matchesInOrder(walk, listing) : undefined
  if (inOrder) return inOrder
  const estimate = await estimateOf(listing)
  const found = walk && estimate > countCap ? undefined : await fewIds(listing)
  if (found) return found
  if (!walk) throw tooManyToSort(query)
  return isByTime(query) ? manyIds(listing, walk) : filteredInOrder(walk, listing)
}

/** Whether a list is asked for in the order of creation. */
export const isByTime = ({ sort: [first, ...more] }: Query) =>
  first?.name === 'created_at' && more.length === 0

const isNewestFirst = (query: Query) => isByTime(query) && query.sort[0]?.descending === true

/** The first page of a whole list, with its length. */
async function firstWholeIds(
  walk: Walk,
  { where, limit, database }: Listing,
  sums: Sums,
): Promise<FoundPage> {
  const { ids, total } = await pageAndLength(firstIds(walk, where, limit), sums, database)
  return { ids, total: { count: total, is: 'exact' } }
}

/** By the sums: how many records there were a moment ago, which tells from which end a page is nearer. */
const lengthCache = memoizeByObject<Backend, LRUCache<string, number>>(
  () => new LRUCache({ max: 50, ttl: 60_000 }),
)

/** A far page of a whole list, from its nearer end. */
async function farWholeIds(walk: Walk, listing: Listing, sums: Sums): Promise<FoundPage> {
  const { backend, limit, offset, database } = listing
  const cache = lengthCache(backend)
  const key = JSON.stringify(sums)
  const isFirstHalf = 2 * offset < (cache.get(key) ?? 0)
  if (!isFirstHalf || offset > offsetLimit) {
    const count = await wholeLength(sums, database)
    cache.set(key, count)
    return wholeIds(walk, listing, count)
  }
  const asked = { stretch: { limit, offset, isReversed: false }, beside: lengthSql(sums) }
  const { ids, beside: count = 0 } = await stretchBeside(walk, listing, asked)
  cache.set(key, count)
  return { ids, total: { count, is: 'exact' } }
}

/** A page of a list whose length is known: from its nearer end. */
async function wholeIds(walk: Walk, listing: Listing, count: number): Promise<FoundPage> {
  const { limit, offset } = listing
  const fromEnd = Math.max(0, count - offset - limit)
  const isReversed = fromEnd < offset
  if (Math.min(offset, fromEnd) > offsetLimit) throw tooFar()
  const stretch = isReversed
    ? { limit: Math.max(0, Math.min(limit, count - offset)), offset: fromEnd, isReversed }
    : { limit, offset, isReversed }
  const total: Total = { count, is: 'exact' }
  if (stretch.limit === 0) return { ids: [], total }
  return { ids: (await stretchBeside(walk, listing, { stretch, beside: sql`null` })).ids, total }
}

/** Several words match up to so many times as many records as the planner expects, or as a sample lets expect. */
const misjudged = { byPlanner: 15, bySample: 3 }

/** Of frequent words so many times as many matches are read as a page ends with: their share gives the estimate. */
const manyPages = 6

/** The part of all records, the newest ones, among which many matches are looked for where the first stretch has few. */
const widerShare = newestShare / 2.5

/**
 * The page of a search, without filters, of which enough of the newest records match. Their share gives the estimate, by
 * which all records are searched where they are too few. Where a sample lets expect more, as after a file of other
 * people, some older ones are looked into as well.
 */
async function newestIds(listing: Listing): Promise<FoundPage | undefined> {
  const { backend, query, database, sums, expected: sampled } = listing
  if (!sums || !isNewestFirst(query)) return undefined
  const isEstimated = sampled !== undefined || searchWords(query.search).length > 1
  const expected = isEstimated ? await estimateOf(listing) : undefined
  const times = sampled === undefined ? misjudged.byPlanner : misjudged.bySample
  const end = listing.offset + listing.limit
  // Among the newest there would be too few even so.
  if (expected !== undefined && expected * times < end * newestShare) return undefined
  const few =
    sampled === undefined ? newestShare : Math.max(newestShare, sampled / (manyPages * end))
  const hasMore = sampled !== undefined && sampled > 2 * end * widerShare
  for (const share of new Set([few, newestShare, ...(hasMore ? [widerShare] : [])])) {
    const newest = await newestDays(backend, sums, query.search, database, { expected, share })
    // What matches so often is soon found along the index of time.
    if (!newest || (await estimateOf(listing)) > newest.whole / newestShare) return undefined
    // So few of the newest ones say less of all than the sample does.
    const isBySample = listing.isTold && share > newestShare
    const found = await pageAmong(newest, listing, isBySample ? sampled : undefined)
    if (found) return found
  }
  return undefined
}

/** Undefined where too few of these records match. */
async function pageAmong(
  newest: Days,
  listing: Listing,
  known?: number,
): Promise<FoundPage | undefined> {
  const { limit, offset } = listing
  const { count, whole } = newest
  if (offset + limit > count / newestShare) return undefined
  const found = await fewIds(listing, countCap, isAmong(newest))
  if (!found) return undefined
  const estimate = known ?? Math.round((found.total.count * whole) / count)
  listing.backend.estimates.set(keyOf(listing), estimate)
  const { ids } = found
  return ids.length < limit ? undefined : { ids, total: { count: estimate, is: 'estimate' } }
}
