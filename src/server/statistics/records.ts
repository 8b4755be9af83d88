import { sql, type RawBuilder } from 'kysely'

import type { Resource } from '#schema'

import { columnOf, tableOf } from '../records/names.ts'

type Rows = RawBuilder<unknown>

/** The facts `name, day, value` of the records `t` that a condition matches; none where nothing is counted. */
export function factsOfRecords(resource: Resource, condition: Rows): Rows[] {
  const counted = Object.entries(resource.counted ?? {})
  if (counted.length === 0) return []
  // Every session runs in UTC, so a moment becomes its day in UTC.
  const days = counted.map(([name, field]) => sql`(${name}::text, ${columnOf(field)}::date)`)
  const facts = sql`
    select fact.name, fact.day, 1 as value
    from ${tableOf(resource)} t cross join lateral (values ${sql.join(days)}) fact (name, day)
    where fact.day is not null and ${condition}`
  return [facts]
}

/** The facts of the imports `i` that a condition matches: rows that did not come in, on the day of their file. */
export function factsOfRefusals(resource: Resource, condition: Rows, refused: Rows): Rows[] {
  const name = resource.import?.refused
  if (!name) return []
  return [
    sql`
      select ${name}::text as name, i.created_at::date as day, ${refused} as value
      from imports i where ${condition}`,
  ]
}

export const together = (facts: readonly Rows[]): Rows => sql.join([...facts], sql` union all `)
