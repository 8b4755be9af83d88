import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '../../kernel/database.ts'
import { insertLast } from '../../database/tail.ts'
import { withDays } from './days.ts'

/** Of writers at the same moment few meet in one of so many rows, and who meets waits for a commit. */
const slots = 16

/**
 * Adds the rows `name, at, value` of a query to the sums. Rows are locked in one order, and a transaction adds
 * but once and last: nobody waits in a circle, nor for long.
 */
export async function addRows(rows: RawBuilder<unknown>, database: Sql): Promise<void> {
  await insertLast(database, addition(rows))
}

/** The statement that adds them. */
export function addition(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const slot = Math.floor(Math.random() * slots)
  return sql`
    insert into statistics (name, at, slot, value)
    select name, at, ${slot}::smallint, sum(value) from (${withDays(rows)}) facts
    group by name, at order by name, at
    on conflict (name, at, slot) do update set value = statistics.value + excluded.value`
}
