import { sql, type RawBuilder } from 'kysely'

import { countedBy, type Counted, type Resource } from '#schema'

import { columnOf, tableOf } from '../database/names.ts'
import { filterCondition } from '../records/read/where.ts'

type Rows = RawBuilder<unknown>

/** The facts `name, at, value` of the records `t` that a condition matches; none where nothing is counted. */
export function factsOfRecords(resource: Resource, condition: Rows): Rows[] {
  const counted = Object.entries<Counted>(resource.counted ?? {})
  if (counted.length === 0) return []
  const moments = counted.map(([name, sum]) => {
    const { by, where } = countedBy(sum)
    const quarter = quarterOf(columnOf(by))
    return sql`(${name}::text, case when ${filterCondition(resource, where)} then ${quarter} end)`
  })
  const facts = sql`
    select fact.name, fact.at, 1 as value
    from ${tableOf(resource)} t cross join lateral (values ${sql.join(moments)}) fact (name, at)
    where fact.at is not null and ${condition}`
  return [facts]
}

/** The facts of the imports `i` that a condition matches: rows that did not come in, at the time of their file. */
export function factsOfRefusals(resource: Resource, condition: Rows, refused: Rows): Rows[] {
  const name = resource.import?.refused
  if (!name) return []
  return [
    sql`
      select ${name}::text as name, ${quarterOf(sql`i.created_at`)} as at, ${refused} as value
      from imports i where ${condition}`,
  ]
}

/** Every session runs in UTC, so a day becomes its first moment in UTC. */
const quarterOf = (column: Rows): Rows =>
  sql`date_bin('15 minutes', ${column}::timestamptz, '2000-01-01')`

export const together = (facts: readonly Rows[]): Rows => sql.join([...facts], sql` union all `)
