import { sql } from 'kysely'

import { searchWords } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { prepared } from '../../database/connection.ts'
import { dailyName } from '../write/statistics.ts'

/** The newest records of a large resource, about one in `newestShare` of them. */
export interface Newest {
  readonly since: Date
  readonly count: number
  /** All living records. */
  readonly whole: number
}

export const newestShare = 50

/** All matches of a rare word in fewer records are soon read. */
const fewestRecords = 2_000_000

/** So many matches of several words, as the planner expects them, are not soon read. */
const manyMatches = 2_500

/**
 * Among which records the newest matches of a search are looked for, by the sums of whole days. Undefined where reading
 * all matches costs less: in smaller resources, with numbers, which few records have, and with several words of which no
 * more than some matches are expected.
 */
export async function newestFor(
  sums: string | undefined,
  search: string,
  database: Sql,
  expectedMatches = 0,
): Promise<Newest | undefined> {
  const wordCount = searchWords(search).length
  const isRare = wordCount !== 1 && expectedMatches < manyMatches
  if (!sums || wordCount === 0 || isRare || /\d/.test(search)) return undefined
  const fewest = wordCount === 1 ? fewestRecords : manyMatches * newestShare
  const { rows } = await sql<Newest>`${prepared}
    select at as since, count::bigint as count, whole::bigint as whole from (
      select at, sum(n) over (order by at desc) as count, sum(n) over () as whole
      from (
        select at, sum(value) as n from statistics where name = ${dailyName(sums)} group by at
      ) days
    ) days
    where whole >= ${fewest} and count >= whole / ${newestShare}
    order by at desc limit 1`.execute(database)
  return rows[0]
}

/**
 * Runs a statement planned to read as few rows of the table as indexes together can leave: the planner does not know how
 * many rows have a fragment, and that each lies elsewhere on the disk.
 */
export function withFewestRows<Answer>(
  database: Sql,
  work: (transaction: Sql) => Promise<Answer>,
): Promise<Answer> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local cpu_tuple_cost = 10`.execute(transaction)
    return work(transaction)
  })
}
