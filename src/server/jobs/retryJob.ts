import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import type { ChunkPlan, Job } from '../kernel/jobs.ts'
import { lockJob } from './claim.ts'
import type { Ending } from './end.ts'
import { refuseTooMany, addChunks, wakeWorkers } from './control.ts'

/**
 * Puts a job in the queue again with what it did not do: the parts of one that failed, the items of one that ended with
 * errors. False when none of that is kept any more. Throws 429 when too many of the user wait.
 */
export async function retryJob(
  id: number,
  { isConfirmed }: { readonly isConfirmed: boolean },
  { backend, sql: database, kindOf }: Ending,
): Promise<boolean> {
  const job = await lockJob(database, id)
  const kind = job && kindOf(job.type)
  const context = { backend, sql: database }
  if (job?.state === 'failed') {
    if (!(await reopenParts(id, database))) return false
    await kind?.retry?.(job, context)
  } else if (job?.state === 'finished_with_errors') {
    const chunks = (await kind?.failedPart?.(job, { ...context, isConfirmed })) ?? []
    if (chunks.length === 0) return false
    await takeFailedOff(job, chunks, database)
  } else return false
  await refuseTooMany(job.user, database)
  await sql`
    update jobs set state = 'queued', message = null, finished_at = null,
      updated_at = clock_timestamp()
    where id = ${id}`.execute(database)
  await wakeWorkers(database)
  return true
}

async function reopenParts(id: number, database: Sql): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update job_chunks set state = 'pending', attempts = 0, claims = '{}', error = null
    where job_id = ${id} and state in ('failed', 'cancelled')`.execute(database)
  return (numAffectedRows ?? 0n) > 0n
}

/** The items are counted, and told of, when they have been done again. */
async function takeFailedOff(
  { id }: Job,
  chunks: readonly ChunkPlan[],
  database: Sql,
): Promise<void> {
  const count = chunks.reduce((sum, { size }) => sum + size, 0)
  await sql`
    update jobs set total = total - ${count}::integer, processed = processed - ${count}::integer,
      failed = greatest(failed - ${count}::integer, 0), error_file = null,
      progress = coalesce(round((processed - ${count}::integer) * 100.0 / nullif(total, 0)), 0),
      result = result - '{skipped,reasons,file}'::text[]
    where id = ${id}`.execute(database)
  await addChunks(database, id, chunks)
}
