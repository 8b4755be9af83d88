import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { LRUCache } from 'lru-cache'

import { searchWords } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { prepared } from '../../../database/connection.ts'
import { createdDays } from '../../../database/migration/indexes.ts'
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
  sums: Sums | undefined,
  search: string,
  database: Sql,
  { expected = 0, share = newestShare }: { expected?: number | undefined; share?: number } = {},
): Promise<Days | undefined> {
  if (!sums || searchWords(search).length === 0 || /\d/.test(search)) return undefined
  const fewest = expected < manyMatches ? fewestRecords : manyMatches * newestShare
  const { rows } = await sql<Days>`${prepared}
    select array_agg((at at time zone 'UTC')::date::text) as days,
      sum(n)::bigint as count, max(whole)::bigint as whole
    from (
      select at, n, sum(n) over (order by at desc) - n as newer, sum(n) over () as whole
      from (${dailySql(sums)}) days
    ) days
    where newer < whole / ${share} having max(whole) >= ${fewest}`.execute(database)
  return rows[0]
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
  const cache = spreadCaches.get(backend) ?? new LRUCache({ max: 20, ttl: 60_000 })
  spreadCaches.set(backend, cache)
  const key = JSON.stringify(sums)
  const known = cache.get(key) ?? (await readSpreadDays(sums, database))
  if (known) cache.set(key, known)
  return known
}

/** By the sums. A day more or less makes no sample a worse one. */
const spreadCaches = new WeakMap<Backend, LRUCache<string, Days>>()

async function readSpreadDays(sums: Sums, database: Sql): Promise<Days | undefined> {
  const { rows } = await sql<Days>`${prepared}
    select array_agg((at at time zone 'UTC')::date::text) as days,
      sum(n)::bigint as count, max(whole)::bigint as whole
    from (
      select at, n, whole, 0.5 + points * upto / nullif(whole, 0) as mark,
        points * n / nullif(whole, 0) as step
      from (
        select at, n, sum(n) over (order by at) as upto, sum(n) over () as whole,
          greatest(1, count(*) over () / ${spreadShare}) as points
        from (${dailySql(sums)}) days
      ) days
    ) days
    where floor(mark) > floor(mark - step) having max(whole) >= ${fewestSampled}`.execute(database)
  return rows[0]
}

const dailySql = (sums: Sums) => sql`
  select at, n::float8 as n from (${countsSql(sums, { isDaily: true })}) daily`

/** The records of these days, by the index of the search. */
export const isAmong = ({ days }: Pick<Days, 'days'>): RawBuilder<SqlBool> =>
  sql`${sql.raw(createdDays('t'))} && ${days}::date[]`
