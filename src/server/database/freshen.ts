import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Database } from './database.ts'
import { identifier } from './identifier.ts'

/** Below this share of new rows the figures by which PostgreSQL plans are still good enough. */
const share = 0.05

/**
 * What a server does by itself some minutes after many rows were written at once, so that the next searches are not slow:
 * it merges what waits to enter the search index, and counts anew by what figures to plan. Outside of transactions.
 */
export async function freshenStatistics(
  database: Database,
  { name }: Resource,
  written: number,
): Promise<void> {
  await database.sql.connection().execute(async (connection) => {
    const { rows } = await sql<{ index: boolean; stale: boolean }>`
      select to_regclass(${identifier(name, 'search', 'idx')}) is not null as index,
        ${written} > 50 + ${share} * greatest(reltuples, 0) as stale
      from pg_class where oid = ${name}::regclass`.execute(connection)
    const [found] = rows
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      if (found?.index) {
        await sql`select gin_clean_pending_list(${identifier(name, 'search', 'idx')}::regclass)`.execute(
          connection,
        )
      }
      if (found?.stale) await sql`analyze ${sql.table(name)}`.execute(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}
