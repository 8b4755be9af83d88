import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { searchWords } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { prepared } from '../../database/connection.ts'
import { createdDays } from '../../database/migration/indexes.ts'
import { dailyName } from '../write/statistics.ts'

/** The newest records of a large resource, about one in `newestShare` of them. */
export interface Newest {
  /** The days in UTC on which they were created. */
  readonly days: readonly string[]
  readonly count: number
  /** All living records. */
  readonly whole: number
}

export const newestShare = 50

/** All matches in fewer records are soon read. */
const fewestRecords = 2_000_000

/** So many matches of several words, as the planner expects them, are not soon read. */
export const manyMatches = 2_500

/**
 * Among which records the newest matches of a search are looked for, by the sums of whole days. Undefined where reading
 * all matches costs less: in smaller resources, and with numbers, which few records have.
 */
export async function newestFor(
  sums: string | undefined,
  search: string,
  database: Sql,
  expectedMatches = 0,
): Promise<Newest | undefined> {
  if (!sums || searchWords(search).length === 0 || /\d/.test(search)) return undefined
  const fewest = expectedMatches < manyMatches ? fewestRecords : manyMatches * newestShare
  const { rows } = await sql<Newest>`${prepared}
    select array_agg((at at time zone 'UTC')::date::text) as days,
      sum(n)::bigint as count, max(whole)::bigint as whole
    from (
      select at, n, sum(n) over (order by at desc) - n as newer, sum(n) over () as whole
      from (
        select at, sum(value) as n from statistics where name = ${dailyName(sums)} group by at
      ) days
    ) days
    where newer < whole / ${newestShare} having max(whole) >= ${fewest}`.execute(database)
  return rows[0]
}

/** The newest records, by the index of the search. */
export const isAmong = ({ days }: Newest): RawBuilder<SqlBool> =>
  sql`${sql.raw(createdDays('t'))} && ${days}::date[]`
