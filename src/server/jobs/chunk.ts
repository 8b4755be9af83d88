import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { faultOf } from '../database/faults.ts'
import { conflict, NotYet, RequestError } from '../kernel/errors.ts'
import { claimChunk, findJob, holdChunk, type Claim } from './claim.ts'
import { noteJob, settleJob, type Ending } from './end.ts'
import { noteFault, recordFailure, waiting } from './failure.ts'
import type { Chunk, JobContext, JobKind, JobNotes } from './kind.ts'
import { addChunks } from './control.ts'
import { msg } from '../../texts/serverMsg.ts'
import { JobCancelled, createReached, loadUser } from './jobContext.ts'

export interface Worker {
  readonly backend: Backend
  readonly kindOf: Ending['kindOf']
  readonly signal: AbortSignal
  /** The name of this process among the claims of chunks. */
  readonly instance: string
  /** Takes this process's name off a chunk again, as soon as the database can be reached. */
  release(job: number, number: number): Promise<void>
  /** Whether other processes have left a chunk for so long that they must be gone. */
  isLeft(job: number, number: number): boolean
}

/** Processes that may leave a chunk behind before it is not tried again. */
const claimsLimit = 3

/** `idle`: others have all there is. `failed`: the chunk refused. `waiting`: the database was in the way. */
type ChunkOutcome = 'done' | 'idle' | 'failed' | 'waiting'

/**
 * Does the next chunk of a running job. Work, checkpoint and counters are one transaction: a process that is killed
 * anywhere repeats nothing and loses nothing. Who begins is written down before, so that a chunk that kills every process
 * is given up after some.
 */
export async function runChunk(job: number, kind: JobKind, worker: Worker): Promise<ChunkOutcome> {
  const { database } = worker.backend
  const claim = await claimChunk(database.sql, job, kind, worker.instance)
  if (!claim) return 'idle'
  const isTooOften = claim.others >= claimsLimit
  if (isTooOften && !worker.isLeft(job, claim.number)) {
    await worker.release(job, claim.number)
    return 'waiting'
  }
  const work = isTooOften ? abandon : perform
  try {
    if (!isTooOften) await kind.ready?.(claim, worker.backend)
    const isDone = await database.sql.transaction().execute(async (transaction) => {
      if (!(await holdChunk(transaction, job, claim.number))) return false
      await doChunk(job, claim, kind, work, worker, transaction)
      return true
    })
    if (isDone) return 'done'
    await worker.release(job, claim.number)
    return 'idle'
  } catch (error) {
    return outcomeOf(error, job, claim, worker)
  }
}

async function outcomeOf(
  error: unknown,
  job: number,
  claim: Claim,
  worker: Worker,
): Promise<ChunkOutcome> {
  await worker.release(job, claim.number)
  if (error instanceof JobCancelled) return 'done'
  if (error instanceof NotYet) return 'waiting'
  if (worker.signal.aborted) throw error
  const fault = faultOf(error)
  if (fault === undefined) {
    await recordFailure(job, claim, error, worker)
    return 'failed'
  }
  await noteFault(job, claim, { fault, error }, worker)
  return 'waiting'
}

type Work = (chunk: Chunk, kind: JobKind, context: JobContext) => Promise<Outcome>

async function doChunk(
  id: number,
  chunk: Chunk,
  kind: JobKind,
  work: Work,
  { backend, kindOf, signal }: Worker,
  transaction: Sql,
): Promise<void> {
  const job = await findJob(transaction, id)
  const user = job && (await loadUser(backend, transaction, job.user))
  if (!job || !user) {
    throw new RequestError(403, msg('the_user_who_started_this_job_may'))
  }
  const reached = createReached(backend, id)
  const outcome = await work(chunk, kind, { job, user, backend, signal, sql: transaction, reached })
  const endsElsewhere = chunk.number > 0 && kind.takeBack
  const counted = { ...outcome, processed: 0, failed: 0 }
  if (endsElsewhere) await checkOff(transaction, id, { ...chunk, size: 0 }, counted)
  else await checkOff(transaction, id, chunk, outcome)
  await settleJob(id, { backend, kindOf, sql: transaction })
}

interface Outcome {
  readonly processed: number
  readonly failed: number
  readonly notes: JobNotes
}

async function perform(chunk: Chunk, kind: JobKind, context: JobContext): Promise<Outcome> {
  if (chunk.number > 0) {
    const { processed, failed, ...notes } = await kind.run(chunk, context)
    return { processed, failed, notes }
  }
  if (!kind.plan) throw new Error(`jobs of type ${kind.type} have no plan`)
  const { chunks, ...notes } = await kind.plan(context)
  await addChunks(context.sql, context.job.id, chunks)
  return { processed: 0, failed: 0, notes }
}

/** Gives up a chunk that processes begin and never end: with its items named, or with the whole job. */
async function abandon(chunk: Chunk, kind: JobKind, context: JobContext): Promise<Outcome> {
  const { backend, job } = context
  backend.log.error({ job_id: job.id, chunk: chunk.number }, 'a chunk was begun too often')
  if (chunk.number === 0 || !kind.abandon) {
    throw conflict(msg('part_of_this_job_was_begun_three'))
  }
  const { processed, failed, ...notes } = await kind.abandon(chunk, context)
  return { processed, failed, notes }
}

/** The chunk is done and counted. What it counted differently from its plan changes the total. */
async function checkOff(
  database: Sql,
  job: number,
  chunk: Chunk,
  { processed, failed, notes }: Outcome,
): Promise<void> {
  await sql`
    update job_chunks set state = 'done', error = null, claims = '{}'
    where job_id = ${job} and number = ${chunk.number}`.execute(database)
  const total = sql`(total + ${processed - chunk.size}::integer)`
  const pending = sql`(pending - ${chunk.size}::integer)`
  await sql`
    update jobs set total = ${total}, pending = ${pending}, processed = ${total} - ${pending},
      failed = failed + ${failed}::integer, updated_at = clock_timestamp(),
      progress = coalesce(round((${total} - ${pending}) * 100.0 / nullif(${total}, 0)), 0),
      message = case when message <> all(${waiting}::text[]) then message end
    where id = ${job}`.execute(database)
  await noteJob(database, job, notes)
}
