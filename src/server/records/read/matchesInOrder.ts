import { sql } from 'kysely'

import { searchWords } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { isAmong, spreadDays, spreadShare } from './days.ts'
import {
  estimateOf,
  fewIds,
  keyOf,
  plannedRows,
  sortableSql,
  tooManyToSort,
  type FoundPage,
  type Listing,
} from './foundPage.ts'
import { orderOf } from './order.ts'
import { placeSql, upTo, walkIds, type Walk, type WalkPlace } from './walk.ts'
import { ruleCondition } from './where.ts'
import { sumsOf } from './wholeList.ts'

/** So many matches are sorted sooner than any other way finds a page of them. */
const soonSorted = 1_000

/** Most matches that are read to be sorted. */
const maxSorted = 100_000

/** Reading a record takes as long as passing so many of its neighbours in an index. */
const entriesPerRecord = 30

/** Most entries of an index that are passed for a page: about a second. */
const maxEntries = 5_000_000

/** Most records, matching or not, that are read along an index for a page. */
const maxWalked = 10_000

/**
 * A page of a search in the order of a column. Many matches are met along its index, unless they stand together far away in
 * it. A sample of them says up to which place in that order a page of them stands: the index of the search and that of the
 * column together find these, and no other record is read. Undefined without a search, and in smaller resources.
 */
export async function matchesInOrder(walk: Walk, listing: Listing): Promise<FoundPage | undefined> {
  const sample = await sampleOf(walk, listing)
  if (!sample) return undefined
  const { matches, hasMore } = sample
  const page =
    matches > soonSorted
      ? ((hasMore ? await metPage(walk, listing, sample) : undefined) ??
        (await nearPage(walk, listing, sample)))
      : undefined
  const found = page ?? (await fewIds(listing, maxSorted))
  if (!found) throw tooManyToSort(listing.query, maxSorted)
  return found
}

/** Some of the matches of a search. */
interface Sample {
  /** Of how many matches it is one. */
  readonly matches: number
  /** There were more than were read. */
  readonly hasMore: boolean
  /** All living records. */
  readonly whole: number
  /** Before which a page of matches stands: the nearest place that lets expect it, and two further ones. */
  readonly places: readonly WalkPlace[]
}

const maxSampled = 1_000

async function sampleOf(walk: Walk, listing: Listing): Promise<Sample | undefined> {
  const { backend, resource, query, database, where, limit, offset } = listing
  const sums = sumsOf(resource)
  const spread =
    sums && searchWords(query.search).length > 0 ? await spreadDays(sums, database) : undefined
  if (!spread) return undefined
  const expected = (offset + limit) / spreadShare
  const rank = Math.ceil(expected + 2 * Math.sqrt(expected))
  const sampled = { ...listing, where: sql<boolean>`${where} and ${isAmong(spread)}` }
  const { rows } = await sql<{ sampled: number; places: WalkPlace[] }>`
    with found as materialized (${sortableSql(sampled, maxSampled)})
    select (select count(*)::int from found) as sampled, array(
      select ${placeSql(walk)} from (
        select *, row_number() over (order by ${orderOf(listing)}) as rank from found t
      ) t where rank in (${rank}, ${4 * rank}, ${16 * rank}) order by rank
    ) as places`.execute(database)
  const { sampled: count = 0, places = [] } = rows[0] ?? {}
  const hasMore = count === maxSampled
  const counted = Math.round((count * spread.whole) / spread.count)
  const matches = hasMore ? Math.max(counted, await estimateOf(listing)) : counted
  backend.estimates.set(keyOf(listing), matches)
  return { matches, hasMore, whole: spread.whole, places }
}

/** Undefined where the matches do not stand as near as they would if they stood anywhere. */
async function metPage(
  walk: Walk,
  { where, limit, offset, database }: Listing,
  { matches, whole }: Sample,
): Promise<FoundPage | undefined> {
  const maxRead = Math.ceil((2 * (offset + limit) * whole) / matches)
  if (maxRead > maxWalked) return undefined
  const stretch = { limit, offset, isReversed: false, maxRead }
  const ids = await walkIds(walk, where, stretch, database)
  return ids.length < limit ? undefined : { ids, total: { count: matches, is: 'estimate' } }
}

/** Undefined where reading all matches takes less time. */
async function nearPage(
  walk: Walk,
  listing: Listing,
  { matches, hasMore, places }: Sample,
): Promise<FoundPage | undefined> {
  const { resource, where, limit, offset, database } = listing
  const maxPassed = hasMore ? maxEntries : Math.min(matches * entriesPerRecord, maxEntries)
  for (const place of places) {
    const near = upTo(walk, place)
    const all = sql<boolean>`${ruleCondition(resource, true)} and ${near}`
    const passed = await plannedRows({ resource, where: all, database })
    if (passed > maxPassed) return undefined
    const found = await byBothIndexes(database, (transaction) =>
      fewIds({ ...listing, database: transaction, where: sql`${where} and ${near}` }, maxSorted),
    )
    if (found && found.total.count >= offset + limit) {
      const count = Math.max(matches, found.total.count)
      return { ids: found.ids, total: { count, is: 'estimate' } }
    }
  }
  return undefined
}

/**
 * Lets PostgreSQL find records by two indexes before it reads them. It takes the matches of a search for far fewer than there
 * are, so a record costs it more here; and what the indexes found has room in the memory.
 */
function byBothIndexes<Answer>(
  database: Sql,
  read: (transaction: Sql) => Promise<Answer>,
): Promise<Answer> {
  return database.transaction().execute(async (transaction) => {
    await sql`
      select set_config('cpu_tuple_cost', '10', true), set_config('work_mem', '128MB', true)`.execute(
      transaction,
    )
    return read(transaction)
  })
}
