import { sql } from 'kysely'

import type { Backend } from './kernel/backend.ts'
import { forgetOldDevices } from './auth/devices.ts'
import { forgetFailures } from './auth/loginTries.ts'
import { forgetSessions } from './auth/sessions.ts'
import type { Sql } from './kernel/database.ts'
import { deleteExpiredFiles } from './files/store.ts'
import { forgetReports } from './imports/report/report.ts'
import { forgetNotices } from './notifications/unread.ts'
import { forgetKeys } from './records/write/validation/keys.ts'
import { createForgetRequests } from './http/forgetRequests.ts'
import { forgetRequestKeys } from './database/requestKeys.ts'
import { packSums } from './statistics/recount.ts'
import type { Jobs } from './kernel/jobs.ts'
import { termsNow } from './kernel/terms.ts'

/** What the engine's own tables need from time to time. */
export function scheduleUpkeep({ every }: Jobs, backend: Pick<Backend, 'business'>): void {
  every(10, 'expired files', deleteExpiredFiles)
  every(10, 'keys that nobody holds', forgetKeys)
  every(60, 'old sign-in failures', forgetFailures)
  every(60, 'expired sessions', forgetSessions)
  every(360, 'unused devices', forgetOldDevices)
  every(60, 'finished chunks', forgetChunks)
  every(360, 'contents of old jobs', (database) => forgetContents(backend, database))
  every(60, 'keys of requests', forgetRequestKeys)
  every(60, 'sums of statistics', packSums)
  every(60, 'old requests', createForgetRequests(backend))
  every(360, 'old import reports', forgetReports)
  every(360, 'old notifications', forgetNotices)
}

/**
 * Forgets what jobs that have ended were asked for, like the filter of an export, and what came of them. Records point at a
 * job's row, which stays with its numbers and times.
 */
async function forgetContents(backend: Pick<Backend, 'business'>, database: Sql): Promise<void> {
  const { jobs: minutes } = await termsNow(backend, database)
  if (minutes === null) return
  await sql`
    update jobs set parameters = null, result = null
    where state = any(${ended}::text[]) and updated_at < now() - ${minutes} * interval '1 minute'
      and (parameters is not null or result is not null)`.execute(database)
}

const ended = ['finished', 'finished_with_errors', 'cancelled', 'failed']

/** The job's row keeps the numbers; how it was cut is for an undo, and for a week for those who try a failed job again. */
async function forgetChunks(database: Sql): Promise<void> {
  await sql`
    delete from job_chunks c using jobs j
    where j.id = c.job_id
      and j.updated_at < now() - case when j.state = 'failed' then interval '7 days' else interval '1 day' end
      and (j.undoable_until is null or j.undoable_until < now())
      and j.state = any(${ended}::text[])`.execute(database)
}
