import type { Config } from '../kernel/config.ts'
import type { Database, Log } from '../kernel/database.ts'
import { openDatabase } from './open.ts'

interface Parts {
  readonly config: Pick<Config, 'migrateDatabaseUrl' | 'databaseWait' | 'dataDir'>
  readonly database: Database
  readonly log: Log
}

/**
 * Returns what `work` returns, done as the owner of the tables: over `MIGRATE_DATABASE_URL` where it is set, as all
 * other work is done otherwise.
 */
export async function asOwner<Answer>(
  { config, database, log }: Parts,
  work: (owner: Database) => Promise<Answer>,
): Promise<Answer> {
  const { migrateDatabaseUrl: databaseUrl, databaseWait, dataDir } = config
  if (!databaseUrl) return work(database)
  const owner = await openDatabase({ databaseUrl, databaseWait, dataDir }, log)
  return work(owner).finally(() => owner.close())
}
