import { sql } from 'kysely'

import { FileError } from '../../csv/fileError.ts'
import type { Chunk } from './kind.ts'
import { msg } from '../../texts/serverMsg.ts'
import { isDiskFull, type Fault } from '../database/faults.ts'
import { RequestError } from '../kernel/errors.ts'
import { type Ending, unexpected, failJob } from './end.ts'

/** Tries of one chunk before the job is given up. */
const triesLimit = 3

const busy = msg('waiting_for_the_database')
const full = msg('waiting_for_the_database_it_is_out')

/** What a job says while its work waits for the database. */
export const waiting: string[] = [busy, full]

/** Counts a try that failed, in a transaction of its own; the last one ends the job. */
export async function recordFailure(
  job: number,
  { number }: Chunk,
  error: unknown,
  { backend, kindOf }: Omit<Ending, 'sql'>,
): Promise<void> {
  const { database, log } = backend
  const isRefused = error instanceof RequestError || error instanceof FileError
  if (!isRefused) log.error({ err: error, job_id: job, chunk: number }, 'a chunk failed')
  await database.sql.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ attempts: number }>`
      update job_chunks set attempts = attempts + 1, error = ${String(error).slice(0, 500)}
      where job_id = ${job} and number = ${number} and state = 'pending'
      returning attempts`.execute(transaction)
    const attempts = rows[0]?.attempts
    if (attempts === undefined || (!isRefused && attempts < triesLimit)) return
    await sql`
      update job_chunks set state = 'failed'
      where job_id = ${job} and number = ${number}`.execute(transaction)
    await failJob(job, isRefused ? error.text : unexpected, { backend, kindOf, sql: transaction })
  })
}

/** Tells people that a job waits for the database, if that can be written; the chunk loses nothing by it. */
export async function noteFault(
  job: number,
  { number }: Chunk,
  { fault, error }: { fault: Fault; error: unknown },
  { backend }: Pick<Ending, 'backend'>,
): Promise<void> {
  const { database, log } = backend
  log.warn({ err: error, job_id: job, chunk: number, fault }, 'a chunk waits for the database')
  if (isDiskFull(error)) database.faults.emit('full', error)
  const message = fault === 'full' ? full : busy
  await sql`
    update jobs set message = ${message}, updated_at = clock_timestamp()
    where id = ${job} and state in ('running', 'paused', 'cancelling')`
    .execute(database.sql)
    .catch(() => undefined)
}
