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
