import { sql } from 'kysely'

import type { Sql } from '../database/database.ts'

/** How often something happened on each of some days that follow each other; the last one is today, in UTC. */
export interface DailySums {
  readonly name: string
  /** `YYYY-MM-DD`. */
  readonly days: readonly string[]
  readonly values: readonly number[]
}

/** The sums of the last days, in the order of the names. What nobody has counted is 0. */
export async function dailySums(
  names: readonly string[],
  days: number,
  database: Sql,
): Promise<DailySums[]> {
  const { rows } = await sql<{ name: string; day: string; value: number }>`
    select wanted.name, series.day::date as day, coalesce(sum(s.value), 0) as value
    from unnest(${[...names]}::text[]) wanted (name)
    cross join generate_series(
      current_date - ${days - 1}::integer, current_date, interval '1 day'
    ) series (day)
    left join statistics s on s.name = wanted.name and s.day = series.day::date
    group by 1, 2 order by 1, 2`.execute(database)
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name)
    return { name, days: own.map(({ day }) => day), values: own.map(({ value }) => value) }
  })
}
