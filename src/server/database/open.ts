import type { Config } from '../config.ts'
import type { Database, Log } from './database.ts'

/** The database that the settings name: a PostgreSQL server, or the embedded one in the data directory. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<Database> {
  if (databaseUrl) return (await import('./postgres.ts')).openPostgres(databaseUrl, log)
  return (await import('./pglite.ts')).openEmbedded({ dataDir }, log)
}
