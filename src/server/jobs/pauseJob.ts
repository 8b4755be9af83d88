import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import type { Job } from '../kernel/jobs.ts'
import { notify } from '../notifications/notify.ts'
import { noticeTexts } from '../notifications/noticeTexts.ts'
import type { Ending } from './end.ts'
import { wakeWorkers } from './control.ts'

/** Lets a job rest after the chunks under way; its user is told why where no person asked for it. False when it is not at work. */
export async function pauseJob(database: Sql, id: number, message?: string): Promise<boolean> {
  const { rows } = await sql<Pick<Job, 'user' | 'name'>>`
    update jobs set state = 'paused', updated_at = clock_timestamp(),
      message = coalesce(${message ?? null}, message)
    where id = ${id} and state in ('queued', 'running') returning "user", name`.execute(database)
  const [job] = rows
  if (job && message !== undefined) {
    await notify(database, {
      event: 'job_paused',
      ...noticeTexts.job_paused,
      values: { name: job.name, reason: message },
      about: { resource: 'jobs', id },
      to: [job.user],
    })
  }
  return job !== undefined
}

/** Puts a resting job in the queue again: it waits for its turn among its user's jobs. False for any other. */
export async function resumeJob(
  id: number,
  { backend, sql: database, kindOf }: Ending,
): Promise<boolean> {
  const { rows } = await sql<{ type: string }>`
    update jobs set state = 'queued', message = null, updated_at = clock_timestamp()
    where id = ${id} and state = 'paused' returning type`.execute(database)
  if (!rows[0]) return false
  await kindOf(rows[0].type)?.resume?.(id, { backend, sql: database })
  await wakeWorkers(database)
  return true
}
