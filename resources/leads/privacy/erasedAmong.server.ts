import { sql } from 'kysely'

import { prepared, type Sql } from '#server'

/**
 * Returns which of some leads are erased. Asked while their sends are held, it holds until these are written: an erasure that
 * has not come so far empties what is written.
 */
export async function erasedAmong(
  ids: readonly number[],
  database: Sql,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`${prepared}
    select id from leads where id = any(${[...ids]}::bigint[]) and stage = 'erased'`.execute(
    database,
  )
  return new Set(rows.map(({ id }) => id))
}
