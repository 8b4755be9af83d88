import { sql } from 'kysely'

import { searchWords } from '#schema'

import { faultOf } from '../../../database/faults.ts'
import type { Sql } from '../../../kernel/database.ts'
import {
  estimateOf,
  fewIds,
  manyIds,
  plannedRows,
  tooManyToSort,
  type FoundPage,
} from './foundPage.ts'
import { keyOf, type Listing } from './listing.ts'
import { daysOf, sampleOf, type Sample } from './sample.ts'
import { placeAfter } from './placeAfter.ts'
import { upTo, walkIds, type Walk, type WalkPlace } from './walk.ts'
import { ruleCondition } from '../where.ts'

/** Most matches that are read to be sorted. */
const maxSorted = 100_000

/** Reading a record takes as long as passing so many of its neighbours in an index. */
const entriesPerRecord = 60

/** Most entries of an index that are passed for a page: about a second. */
const maxEntries = 5_000_000

/** So many records are read along an index sooner than the index of a search is asked for a frequent word. */
const soonWalked = 5_000

/** Finding a match by the index of a search takes as long as passing so many entries of another one. */
const entriesPerMatch = 5

/** Most records, matching or not, that are read along an index for a page. */
const maxWalked = 50_000

/**
 * A page of a search in the order of a column. Many matches are met along its index, unless they stand together far away in
 * it. A sample of them says up to which place in that order a page of them stands: the index of the search and that of the
 * column together find these, and no other record is read. Undefined without a search, and in smaller resources.
 */
export async function matchesInOrder(walk: Walk, listing: Listing): Promise<FoundPage | undefined> {
  if (searchWords(listing.query.search).length === 0) return undefined
  const whole = (await daysOf(listing))?.whole
  if (!whole) return undefined
  const { expected = 0, isTold } = listing
  const entries = entriesFor(listing, expected, whole)
  // Either says of the first records of the order whether the page is among them.
  const first = await (isSoonWalked(entries, expected)
    ? metPage(walk, listing, isTold ? expected : await estimateOf(listing), entries)
    : firstStretch(walk, listing, whole))
  if (first) return first
  const sample = await sampleOf(walk, listing)
  if (!sample) return undefined
  const further = entriesFor(listing, sample.matches, whole)
  const isMet = sample.hasMore && expected === 0 && further <= maxWalked
  const met = isMet ? await metPage(walk, listing, sample.matches, further) : undefined
  const found = met ?? (await nearPage(walk, listing, sample)) ?? (await fewIds(listing, maxSorted))
  if (!found) throw tooManyToSort(listing.query, maxSorted)
  return found
}

/**
 * A page of a filtered list of which more records match than are soon read. Nearly always it is soon met along the index of
 * the column. Where the matches stand far away in it, a sample of them says where, as for a search.
 */
export async function filteredInOrder(
  walk: Walk,
  listing: Listing,
  soonMs = 250,
): Promise<FoundPage> {
  const whole = (await daysOf(listing))?.whole
  if (!whole) return manyIds(listing, walk)
  const estimate = await estimateOf(listing)
  // The planner knows nothing of values that go together: there may be fewer.
  const entries = Math.max(4 * entriesFor(listing, estimate, whole), soonWalked)
  const soon = await (entries <= maxWalked
    ? metPage(walk, listing, estimate, entries)
    : pageWithin(walk, listing, soonMs))
  if (soon) return soon
  const sample = await sampleOf(walk, listing)
  const near = sample && (await nearPage(walk, listing, sample))
  const isFew = sample && !near && sample.matches <= maxSorted
  const few = isFew ? await fewIds(listing, maxSorted) : undefined
  return near ?? few ?? manyIds(listing, walk)
}

/** Undefined where it takes longer. The embedded database ends with a statement that is cancelled, so there it may. */
function pageWithin(walk: Walk, listing: Listing, ms: number): Promise<FoundPage | undefined> {
  const { backend, database } = listing
  if (backend.database.kind === 'embedded') return manyIds(listing, walk)
  return withSettings(database, { statement_timeout: `${ms}` }, (transaction) =>
    manyIds({ ...listing, database: transaction }, walk),
  ).catch(whereTimedOut)
}

function whereTimedOut(error: unknown): undefined {
  if (faultOf(error) !== 'timeout') throw error
}

/** Of a word that is neither rare nor frequent, at least one in so many records has it. */
const recordsPerMatch = 1_800

/** What the planner expects to match more of the records than one in so many is frequent: it is soon met, or sampled. */
const frequentShare = 1_000

/** All matches are read where they seem to be no more. */
const fewMatches = 5_000

/** So few are read sooner than the first records of an order are passed. */
const soonRead = 1_500

/** Where a stretch has this part of a page, another one is long enough for the whole of it. */
const enoughShare = 0.2

/**
 * A page of a word that is not frequent: of matches that stand anywhere, enough stand among the first records of the order.
 * Where they are somewhat fewer than was expected, they are looked for among more records, once. Where they do not stand
 * there, they are few, and read, or stand far away: then undefined.
 */
async function firstStretch(
  walk: Walk,
  listing: Listing,
  whole: number,
  longer?: number,
): Promise<FoundPage | undefined> {
  const { limit, offset, backend, expected, isTold } = listing
  const end = offset + limit
  if (expected !== undefined && expected <= soonRead) return fewIds(listing, fewMatches)
  const entries = longer ?? stretchOf(end, expected, whole)
  if (entries > whole / 10) return undefined
  const isFrequent = (await estimateOf(listing)) > whole / frequentShare
  if (expected === undefined && isFrequent) return undefined
  const place = await placeAfter(walk, listing, entries)
  const found = place && (await foundUpTo(walk, listing, place))
  if (!found) return undefined
  if (found.total.count < end) {
    const more = stretchOf(end, found.total.count, entries)
    const isNear = longer === undefined && found.total.count > end * enoughShare
    if (isNear && more <= whole / 10) return firstStretch(walk, listing, whole, more)
    return (expected ?? 0) > 2 * fewMatches ? undefined : fewIds(listing, fewMatches)
  }
  // The first records of an order may have more of a word than others, or fewer.
  const sampled = isTold ? expected : undefined
  const count = sampled ?? Math.round((found.total.count * whole) / entries)
  backend.estimates.set(keyOf(listing), count)
  return { ids: found.ids, total: { count, is: 'estimate' } }
}

/** One and a half times as many records as a page of matches is expected in, or a little more: few lengths are remembered. */
function stretchOf(end: number, matches: number | undefined, among: number): number {
  if (matches === undefined) return end * recordsPerMatch
  const wanted = (1.5 * end * among) / matches
  return Math.ceil(1.25 ** Math.ceil(Math.log(wanted) / Math.log(1.25)))
}

/** Whether reading the first records of an order takes less time than asking the index of a search which of them match. */
const isSoonWalked = (entries: number, matches: number): boolean =>
  entries <= soonWalked && entries * entriesPerRecord <= matches * entriesPerMatch

/** Undefined where the matches do not stand as near as they would if they stood anywhere. */
async function metPage(
  walk: Walk,
  { where, limit, offset, database }: Listing,
  matches: number,
  maxRead: number,
): Promise<FoundPage | undefined> {
  const stretch = { limit, offset, isReversed: false, maxRead }
  const ids = await walkIds(walk, where, stretch, database)
  const count = Math.max(Math.round(matches), offset + limit)
  return ids.length < limit ? undefined : { ids, total: { count, is: 'estimate' } }
}

/** Among twice as many records a page is met nearly always where the matches stand anywhere. */
const entriesFor = ({ limit, offset }: Listing, matches: number, whole: number): number =>
  Math.ceil((2 * (offset + limit) * whole) / Math.max(matches, 1))

/** Undefined where reading all matches takes less time. */
async function nearPage(
  walk: Walk,
  listing: Listing,
  { matches, hasMore, expectedEntries, places }: Sample,
): Promise<FoundPage | undefined> {
  const { resource, limit, offset, database } = listing
  const maxPassed = hasMore ? maxEntries : Math.min(matches * entriesPerRecord, maxEntries)
  if (expectedEntries > maxPassed) return undefined
  for (const place of places) {
    const near = upTo(walk, place)
    const all = sql<boolean>`${ruleCondition(resource, true)} and ${near}`
    const passed = await plannedRows({ resource, where: all, database })
    if (passed > maxPassed) return undefined
    const found = await foundUpTo(walk, listing, place)
    if (found && found.total.count >= offset + limit) {
      const count = Math.max(matches, found.total.count)
      return { ids: found.ids, total: { count, is: 'estimate' } }
    }
  }
  return undefined
}

/** The page among the records up to a place, by two indexes at once: the planner must see what is looked for. */
const foundUpTo = (walk: Walk, listing: Listing, place: WalkPlace) =>
  withSettings(listing.database, forTwoIndexes, (database) => {
    const where = listing.besideOthers ?? listing.where
    return fewIds({ ...listing, database, where, rare: undefined }, maxSorted, upTo(walk, place))
  })

/**
 * PostgreSQL finds records by two indexes before it reads them, though it takes the matches of a search for far fewer than there
 * are: so a record costs it more here. An entry costs more as well, so that the index of the order, of which a part is passed, is
 * never taken for dearer than a smaller one of all records. What the indexes found has room in the memory, and is not shared
 * with other processes, which takes longer than to find it.
 */
const forTwoIndexes = {
  cpu_tuple_cost: '1000',
  cpu_index_tuple_cost: '1',
  max_parallel_workers_per_gather: '0',
  work_mem: '128MB',
}

/** Reads with settings of PostgreSQL that hold for these statements alone. */
function withSettings<Answer>(
  database: Sql,
  settings: Readonly<Record<string, string>>,
  read: (transaction: Sql) => Promise<Answer>,
): Promise<Answer> {
  const set = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  )
  return database.transaction().execute(async (transaction) => {
    await sql`select ${sql.join(set)}`.execute(transaction)
    return read(transaction)
  })
}
