import { sql } from 'kysely'

import { ownSearched, searchForm, type Resource } from '#schema'

import { isAmong, spreadDays, type Days } from './days.ts'
import { estimateOf, sortableSql } from './foundPage.ts'
import { keyOf, type Listing } from './listing.ts'
import { orderOf } from '../order.ts'
import { placeSql, type Walk, type WalkPlace } from './walk.ts'
import { sumsOf } from './wholeList.ts'

/** Some of the records that match, from days spread over the whole time. */
export interface Sample {
  /** Of how many matches it is one. */
  readonly matches: number
  /** There were more than were read. */
  readonly hasMore: boolean
  /** All living records. */
  readonly whole: number
  /** How many of them have to be passed for a page if the matches stand anywhere. */
  readonly expectedEntries: number
  /** Before which a page of matches stands: the nearest place that lets expect it, and two further ones. */
  readonly places: readonly WalkPlace[]
}

const maxSampled = 1_000

/** Undefined in smaller resources, and where no index of a search knows the days. */
export async function sampleOf(walk: Walk, listing: Listing): Promise<Sample | undefined> {
  const { backend, database, limit, offset } = listing
  const spread = await daysOf(listing)
  if (!spread) return undefined
  const share = spread.count / spread.whole
  const known = backend.estimates.get(keyOf(listing)) ?? 0
  const ranks = ranksOf((offset + limit) * share)
  const ranksOfMore = ranksOf((offset + limit) * Math.min(share, maxSampled / known))
  const { rows } = await sql<{ sampled: number; places: WalkPlace[] }>`
    with found as materialized (${sortableSql(listing, maxSampled, isAmong(spread))})
    select (select count(*)::int from found) as sampled, array(
      select ${placeSql(walk)} from (
        select *, row_number() over (order by ${orderOf(listing)}) as rank from found t
      ) t where rank = any(
        case when (select count(*) from found) < ${maxSampled} then ${ranks}::int[]
        else ${ranksOfMore}::int[] end
      ) order by rank
    ) as places`.execute(database)
  const { sampled: count = 0, places = [] } = rows[0] ?? {}
  const hasMore = count === maxSampled
  const counted = Math.round((count * spread.whole) / spread.count)
  const matches = hasMore ? Math.max(counted, await estimateOf(listing)) : counted
  backend.estimates.set(keyOf(listing), matches)
  const expectedEntries = (ranks[0] * spread.whole) / count
  return { matches, hasMore, whole: spread.whole, expectedEntries, places }
}

/** The days by which a search is sampled; undefined in smaller resources, and where no index of a search knows them. */
export async function daysOf({ backend, resource, database }: Listing): Promise<Days | undefined> {
  const sums = knowsDays(resource) ? sumsOf(resource) : undefined
  return sums === undefined ? undefined : spreadDays(backend, sums, database)
}

/** At which of the sampled matches a page ends that ends at so many of them, rarely earlier; and two further ones. */
function ranksOf(end: number): [number, number, number] {
  const rank = Math.ceil(end + 2 * Math.sqrt(end)) + 1
  return [rank, 4 * rank, 16 * rank]
}

const knowsDays = (resource: Resource) =>
  ownSearched(resource).some(([, field]) => searchForm(field) === 'fragment')
