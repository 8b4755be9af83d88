import { sql } from 'kysely'

import type { Sql } from '../../kernel/database.ts'
import type { Task } from './task.ts'
import { quoted, tableOf } from '../../database/names.ts'

/** The last step of an import. */
export interface SettleStep {
  readonly step: 'settle'
}

/** Fewer new records than these change no plan. */
const manyRecords = 500

/**
 * Makes a table that has taken a file as quick to search as it was before: what its search indexes have put aside is
 * merged into them, and the planner learns what is in it now. Both would come by themselves, some time later.
 */
export async function settleTable(
  { id, resource }: Pick<Task, 'id' | 'resource'>,
  database: Sql,
): Promise<void> {
  const { rows } = await sql<{ created: number }>`
    select created from imports where id = ${id}`.execute(database)
  const { created = 0 } = rows[0] ?? {}
  if (created === 0) return
  // Only the owner of an index may merge it.
  await sql`
    select gin_clean_pending_list(c.oid)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where i.indrelid = ${quoted(resource.name)}::regclass and a.amname = 'gin'
      and pg_has_role(c.relowner, 'usage')`.execute(database)
  if (created >= manyRecords) await sql`analyze ${tableOf(resource)}`.execute(database)
}

/**
 * Lets the planner know a table that was almost empty as soon as it has some rows: until then it takes any index for as good
 * as that of a key, and each row that follows is looked for in all before it.
 */
export async function learnFirstRows(
  { id, resource }: Pick<Task, 'id' | 'resource'>,
  database: Sql,
): Promise<void> {
  const { rows } = await sql`
    select from imports i, pg_class c
    where i.id = ${id} and c.oid = ${quoted(resource.name)}::regclass
      and i.created >= ${manyRecords} and c.reltuples < ${manyRecords}`.execute(database)
  if (rows.length > 0) await sql`analyze ${tableOf(resource)}`.execute(database)
}
