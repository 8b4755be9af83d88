import { sql, type RawBuilder } from 'kysely'

/** Beside its sums by the quarter of an hour each name has sums by the day in UTC, under a name of their own. */
export const dailyName = (name: string) => `${name}/day`

/** The rows `name, at, value` with those of their days. */
export function withDays(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select level.name, level.at, facts.value from (${rows}) facts
    cross join lateral (
      values (facts.name, facts.at), (facts.name || '/day', date_trunc('day', facts.at))
    ) level (name, at)`
}
