import { sql } from 'kysely'

import type { Backend } from '../backend.ts'
import type { Sql } from '../database/database.ts'
import { RequestError } from '../errors.ts'
import { claimChunk, findJob } from './claim.ts'
import { failJob, noteJob, settleJob, unexpected, type Ending } from './end.ts'
import type { Chunk, JobContext, JobKind, JobNotes } from './kind.ts'
import { createReached, JobCancelled } from './reached.ts'
import { addChunks } from './start.ts'
import { loadUser } from './user.ts'

export interface Worker {
  readonly backend: Backend
  readonly kindOf: Ending['kindOf']
  readonly signal: AbortSignal
}

/** Tries of one chunk before the job is given up. */
const triesLimit = 3

/**
 * Does the next chunk of a running job. Claim, work, checkpoint and counters are one transaction: a process
 * that is killed anywhere repeats nothing and loses nothing. `idle` when others have all there is.
 */
export async function runChunk(
  job: number,
  kind: JobKind,
  worker: Worker,
): Promise<'done' | 'idle' | 'failed'> {
  let claimed: Chunk | undefined
  try {
    await worker.backend.database.sql.transaction().execute(async (transaction) => {
      claimed = await claimChunk(transaction, job, kind)
      if (claimed) await doChunk(job, claimed, kind, worker, transaction)
    })
  } catch (error) {
    if (error instanceof JobCancelled) return 'done'
    if (!claimed || worker.signal.aborted) throw error
    await recordFailure(job, claimed, error, worker)
    return 'failed'
  }
  return claimed ? 'done' : 'idle'
}

async function doChunk(
  id: number,
  chunk: Chunk,
  kind: JobKind,
  { backend, kindOf, signal }: Worker,
  transaction: Sql,
): Promise<void> {
  const job = await findJob(transaction, id)
  const user = job && (await loadUser(transaction, job.user))
  if (!job || !user) {
    throw new RequestError(403, 'The user who started this job may not sign in any more.')
  }
  const reached = createReached(backend, id)
  const outcome = await work(chunk, kind, { job, user, backend, signal, sql: transaction, reached })
  await checkOff(transaction, id, chunk, outcome)
  await settleJob(id, { backend, kindOf, sql: transaction })
}

interface Outcome {
  readonly processed: number
  readonly failed: number
  readonly notes: JobNotes
}

async function work(chunk: Chunk, kind: JobKind, context: JobContext): Promise<Outcome> {
  if (chunk.number > 0) {
    const { processed, failed, ...notes } = await kind.run(chunk, context)
    return { processed, failed, notes }
  }
  if (!kind.plan) throw new Error(`jobs of type ${kind.type} have no plan`)
  const { chunks, ...notes } = await kind.plan(context)
  await addChunks(context.sql, context.job.id, chunks)
  return { processed: 0, failed: 0, notes }
}

/** The chunk is done and counted. What it counted differently from its plan changes the total. */
async function checkOff(
  database: Sql,
  job: number,
  chunk: Chunk,
  { processed, failed, notes }: Outcome,
): Promise<void> {
  await sql`
    update job_chunks set state = 'done', error = null
    where job_id = ${job} and number = ${chunk.number}`.execute(database)
  const total = sql`(total + ${processed - chunk.size}::integer)`
  const pending = sql`(pending - ${chunk.size}::integer)`
  await sql`
    update jobs set total = ${total}, pending = ${pending}, processed = ${total} - ${pending},
      failed = failed + ${failed}::integer, updated_at = clock_timestamp(),
      progress = coalesce(round((${total} - ${pending}) * 100.0 / nullif(${total}, 0)), 0)
    where id = ${job}`.execute(database)
  await noteJob(database, job, notes)
}

/** Counts a try that failed, in a transaction of its own; the last one ends the job. */
async function recordFailure(
  job: number,
  chunk: Chunk,
  error: unknown,
  { backend, kindOf }: Worker,
): Promise<void> {
  const { database, log } = backend
  const isRefused = error instanceof RequestError
  if (!isRefused) log.error({ err: error, job_id: job, chunk: chunk.number }, 'a chunk failed')
  await database.sql.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ attempts: number }>`
      update job_chunks set attempts = attempts + 1, error = ${String(error).slice(0, 500)}
      where job_id = ${job} and number = ${chunk.number} and state = 'pending'
      returning attempts`.execute(transaction)
    const attempts = rows[0]?.attempts
    if (attempts === undefined || (!isRefused && attempts < triesLimit)) return
    await sql`
      update job_chunks set state = 'failed'
      where job_id = ${job} and number = ${chunk.number}`.execute(transaction)
    const ending = { backend, kindOf, sql: transaction }
    await failJob(job, isRefused ? error.message : unexpected, ending)
  })
}
