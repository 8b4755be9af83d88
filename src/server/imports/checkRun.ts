import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { forgetRemarksOf } from './remarks.ts'
import { forgetKeysOf } from './checkKeys.ts'

/** What rows of a file would become. */
export interface Counts {
  readonly created: number
  readonly updated: number
  readonly refused: number
}

/** Adds to what a check has found; the counts of an import tell only what was done. */
export async function noteChecked(id: number, counts: Counts, database: Sql): Promise<void> {
  const sums = Object.entries(counts).map(
    ([name, count]) =>
      sql`${name}::text, coalesce((checked ->> ${name}::text)::integer, 0) + ${count}::integer`,
  )
  await sql`
    update imports set checked = jsonb_build_object(${sql.join(sums)}), updated_at = now()
    where id = ${id}`.execute(database)
}

/** How many rows a check has found new so far. */
export async function checkedAsNew(id: number, database: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce((checked ->> 'created')::integer, 0) as count from imports where id = ${id}
  `.execute(database)
  return rows[0]?.count ?? 0
}

/** Forgets what an earlier check of the same file has found. */
export async function forgetCheck(id: number, database: Sql): Promise<void> {
  await sql`delete from import_failures where import_id = ${id}`.execute(database)
  await forgetKeysOf(id, database)
  await forgetRemarksOf(id, database)
  await sql`update imports set checked = null where id = ${id}`.execute(database)
}
