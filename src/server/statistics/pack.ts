import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/**
 * Puts the slots of quarters that are over into one row: only writers of now wait for each other. Rows are
 * locked in the order in which writers lock them.
 */
export async function packSums(database: Sql): Promise<void> {
  await sql`
    with old as (
      select name, at, slot from statistics
      where slot > 0 and at < now() - interval '1 hour'
      order by name, at, slot for update
    ), gone as (
      delete from statistics s using old
      where s.name = old.name and s.at = old.at and s.slot = old.slot
      returning s.name, s.at, s.value
    )
    insert into statistics (name, at, slot, value)
    select name, at, 0, sum(value) from gone group by name, at order by name, at
    on conflict (name, at, slot) do update set value = statistics.value + excluded.value
  `.execute(database)
}
