import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { memoizeByObject, searchWords } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { hasPassed, momentNow, type Moment } from '../../../kernel/moment.ts'
import { prepared } from '../../../database/connection.ts'
import { createdDays } from '../../../database/migration/searchIndex.ts'
import { unplanned } from '../searchWords.ts'
import { countsSql, type Sums } from './wholeList.ts'

/** Some days, and the records of a large resource that were created on them. */
export interface Days {
  /** In UTC. */
  readonly days: readonly string[]
  readonly count: number
  /** All living records. */
  readonly whole: number
}

export const newestShare = 50

/** All matches in fewer records are soon read. */
const fewestRecords = 2_000_000

/** So many matches of several words, as the planner expects them, are not soon read. */
const manyMatches = 2_500

/**
 * The days of the newest records, about one in `share` of all, among which the matches of a search are looked for
 * first. Undefined where reading all matches costs less: in smaller resources, and with numbers, which few records have.
 */
export async function newestDays(
  backend: Backend,
  sums: Sums | undefined,
  search: string,
  database: Sql,
  { expected = 0, share = newestShare }: { expected?: number | undefined; share?: number } = {},
): Promise<Days | undefined> {
  if (!sums || searchWords(search).length === 0 || /\d/.test(search)) return undefined
  const fewest = expected < manyMatches ? fewestRecords : manyMatches * newestShare
  const { daily, whole } = await countsOf(backend, sums, database)
  if (whole < fewest) return undefined
  const newest = daily.filter(({ upto }) => whole - upto < whole / share)
  // What is created, or comes back, while the counts are remembered is among them.
  const days = new Set([-1, 0, 1].map((days) => dayOf(Date.now() + days * dayMs)))
  const [first = NaN, last = NaN] = [newest[0], newest.at(-1)].map((one) => one?.at)
  for (let at = first; at <= last; at += dayMs) days.add(dayOf(at))
  return { days: [...days], count: newest.reduce((sum, { n }) => sum + n, 0), whole }
}

/** One day in so many stands for all of them. */
const spreadShare = 30

/** In fewer records a sample of them costs as much as all matches. */
const fewestSampled = 125_000

/**
 * Days spread over the whole time, about one in `spreadShare` of them, whose records stand for all: days with many records
 * are taken rather than others. Undefined in smaller resources.
 */
export async function spreadDays(
  backend: Backend,
  sums: Sums,
  database: Sql,
): Promise<Days | undefined> {
  const { daily, whole } = await countsOf(backend, sums, database)
  if (whole < fewestSampled) return undefined
  const points = Math.max(1, Math.floor(daily.length / spreadShare))
  const mark = (upto: number) => Math.floor(0.5 + (points * upto) / whole)
  const spread = daily.filter(({ n, upto }) => mark(upto) > mark(upto - n))
  const count = spread.reduce((sum, { n }) => sum + n, 0)
  return { days: spread.map(({ at }) => dayOf(at)), count, whole }
}

interface DailyCounts {
  /** In their order: the first moment of each day, its records, and those up to its end. */
  readonly daily: readonly { at: number; n: number; upto: number }[]
  readonly whole: number
}

/** By the sums, of larger resources. For a minute some records more or less make no difference. */
const cacheOf = memoizeByObject<Backend, Map<string, DailyCounts & { readonly readAt: Moment }>>(
  () => new Map(),
)

const ttlMs = 60_000

async function countsOf(backend: Backend, sums: Sums, database: Sql): Promise<DailyCounts> {
  const bySums = cacheOf(backend)
  const key = JSON.stringify(sums)
  const known = bySums.get(key)
  if (known && !hasPassed(ttlMs, known.readAt)) return known
  const { rows } = await sql<{ at: string; n: number }>`${prepared}
    select at, n from (${countsSql(sums, { isDaily: true })}) daily order by at`.execute(database)
  let whole = 0
  const daily = rows.map(({ at, n }) => ({ at: Date.parse(at), n, upto: (whole += n) }))
  const counts = { daily, whole, readAt: momentNow() }
  if (whole >= fewestSampled) bySums.set(key, counts)
  return counts
}

const dayMs = 86_400_000

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The records of these days, by the index of the search. */
export const isAmong = ({ days }: Pick<Days, 'days'>): RawBuilder<SqlBool> =>
  sql`${sql.raw(createdDays('t'))} && ${unplanned(days, 'date[]')}`
