import { sql } from 'kysely'

import type { Database } from '../kernel/database.ts'

interface Worn {
  readonly name: string
  /** Whether rows were deleted or replaced, and not only added. */
  readonly has_dead: boolean
}

/**
 * The embedded PostgreSQL has no autovacuum: without this its tables only grow, and it plans by figures of
 * the first day. One table at a time, at the thresholds of a server. Returns which.
 */
export async function vacuumWorn(database: Database): Promise<string | undefined> {
  const { rows } = await sql<Worn>`
    select s.relid::regclass::text as name,
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as has_dead
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    order by s.n_mod_since_analyze desc limit 1`.execute(database.sql)
  const table = rows[0]
  if (!table) return undefined
  await database.sql.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    const statement = table.has_dead ? 'vacuum (analyze)' : 'analyze'
    await sql.raw(`${statement} ${table.name}`).execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
  return table.name
}
