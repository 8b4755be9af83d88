import { setTimeout as sleep } from 'node:timers/promises'

import type { Config } from '../kernel/config.ts'
import type { Database, Log } from '../kernel/database.ts'
import { faultOf } from './faults.ts'
import { openPostgres } from './postgres.ts'

type Location = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseWait'>>

/**
 * The database that the settings name: a PostgreSQL server, for which it waits where it cannot be reached yet, or the
 * embedded one in the data directory.
 */
export async function openDatabase(
  { databaseUrl, databaseWait = 0, dataDir }: Location,
  log: Log,
  onLost?: () => void,
): Promise<Database> {
  if (databaseUrl) {
    return waitFor(() => openPostgres(databaseUrl, log), databaseWait, log)
  }
  return (await import('./embedded/pglite.ts')).openEmbedded({ dataDir, onLost }, log)
}

const pauseMs = 1_000

async function waitFor(
  open: () => Promise<Database>,
  seconds: number,
  log: Log,
): Promise<Database> {
  const end = Date.now() + seconds * 1_000
  for (let isTold = false; ; isTold = true) {
    try {
      return await open()
    } catch (error) {
      if (faultOf(error) !== 'unreachable' || Date.now() + pauseMs > end) throw error
      if (!isTold) log.warn(waitingText(error, seconds))
      await sleep(pauseMs)
    }
  }
}

/** In one line: where the database is not up yet, the place in the code says nothing. */
const waitingText = (error: unknown, seconds: number) =>
  `Waiting for PostgreSQL, ${seconds} s at most: ${error instanceof Error ? error.message : String(error)}`

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
