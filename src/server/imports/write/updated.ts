import { sql } from 'kysely'

import type { Sql } from '../../kernel/database.ts'

/** A record that a row of a file has changed, and the version that this made. */
export interface Updated {
  readonly id: number
  readonly version: number
}

/** The records that an import has created, and those that it has changed, in the order of its rows. */
export async function recordsOfImport(
  id: number,
  database: Sql,
): Promise<{ readonly created: number[]; readonly updated: Updated[] }> {
  const { rows } = await sql<{ detail: { ids?: number[]; updated?: Updated[] } }>`
    select a.detail from imports i join audit_log a on a.job_id = i.job
      and a.action = 'import' and a.at >= i.created_at
    where i.id = ${id} order by a.id`.execute(database)
  return {
    created: rows.flatMap(({ detail }) => detail.ids ?? []),
    updated: rows.flatMap(({ detail }) => detail.updated ?? []),
  }
}
