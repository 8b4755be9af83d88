import { sql } from 'kysely'

import { lockJob } from './claim.ts'
import type { Ending } from './end.ts'
import { wakeWorkers } from './start.ts'

/** Puts a failed job in the queue again with the parts that it did not do. False when none of them is kept any more. */
export async function retryJob(
  id: number,
  { backend, sql: database, kindOf }: Ending,
): Promise<boolean> {
  const job = await lockJob(database, id)
  if (job?.state !== 'failed') return false
  const { numAffectedRows } = await sql`
    update job_chunks set state = 'pending', attempts = 0, claims = '{}', error = null
    where job_id = ${id} and state in ('failed', 'cancelled')`.execute(database)
  if (!numAffectedRows) return false
  await sql`
    update jobs set state = 'queued', message = null, finished_at = null,
      updated_at = clock_timestamp()
    where id = ${id}`.execute(database)
  await kindOf(job.type)?.retry?.(job, { backend, sql: database })
  await wakeWorkers(database)
  return true
}
