import { sql, type Kysely } from 'kysely'

import type { Database, Tables } from '../kernel/database.ts'

/**
 * Runs work over one connection, each statement of which ends after `timeoutMs` with the code 57014. The embedded
 * database is ended with a statement that is cancelled, so there its own limit holds and no shorter one.
 */
export function withStatementTimeout<Answer>(
  { kind, sql: pool }: Database,
  timeoutMs: number,
  work: (connection: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> {
  if (kind === 'embedded') return work(pool)
  return pool.connection().execute(async (connection) => {
    await sql.raw(`set statement_timeout = ${timeoutMs}`).execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}
