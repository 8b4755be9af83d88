import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { wakeWorkers } from './start.ts'

/** Lets a job rest after the chunks under way. False when it is not at work. */
export async function pauseJob(database: Sql, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set state = 'paused', updated_at = clock_timestamp()
    where id = ${id} and state in ('queued', 'running')`.execute(database)
  return numAffectedRows === 1n
}

/** Puts a resting job in the queue again: it waits for its turn among its user's jobs. False for any other. */
export async function resumeJob(database: Sql, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set state = 'queued', updated_at = clock_timestamp()
    where id = ${id} and state = 'paused'`.execute(database)
  if (numAffectedRows !== 1n) return false
  await wakeWorkers(database)
  return true
}
