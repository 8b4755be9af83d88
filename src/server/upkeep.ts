import { sql } from 'kysely'

import { forgetOldDevices } from './auth/knownDevices.ts'
import { forgetSessions } from './auth/sessions.ts'
import type { Sql } from './kernel/database.ts'
import { deleteExpiredFiles } from './files/store.ts'
import { forgetReports } from './imports/report.ts'
import { forgetNotices } from './notifications/unread.ts'
import { forgetKeys } from './records/write/keys.ts'
import { forgetRequests } from './http/requests/requestLog.ts'
import { forgetRequestKeys } from './kernel/requestKeys.ts'
import { packSums } from './statistics/pack.ts'
import type { Jobs } from './kernel/jobs.ts'

/** What the engine's own tables need from time to time. */
export function scheduleUpkeep({ every, everyAsOwner }: Jobs): void {
  every(10, 'expired files', deleteExpiredFiles)
  every(10, 'keys that nobody holds', forgetKeys)
  every(60, 'old sign-in failures', forgetFailures)
  every(60, 'expired sessions', forgetSessions)
  every(360, 'unused devices', forgetOldDevices)
  every(60, 'finished chunks', forgetChunks)
  every(60, 'keys of requests', forgetRequestKeys)
  every(60, 'sums of statistics', packSums)
  every(60, 'old requests', forgetRequests)
  every(360, 'old import reports', forgetReports)
  every(360, 'old notifications', forgetNotices)
  everyAsOwner(360, 'audit partitions', addPartitions)
}

/** The longest lock after wrong passwords is far shorter. */
async function forgetFailures(database: Sql): Promise<void> {
  await sql`delete from login_failures where at < now() - interval '2 days'`.execute(database)
}

/** The job's row keeps the numbers; how it was cut is for an undo, and for a week for those who try a failed job again. */
async function forgetChunks(database: Sql): Promise<void> {
  await sql`
    delete from job_chunks c using jobs j
    where j.id = c.job_id
      and j.updated_at < now() - case when j.state = 'failed' then interval '7 days' else interval '1 day' end
      and (j.undoable_until is null or j.undoable_until < now())
      and j.state in ('finished', 'finished_with_errors', 'cancelled', 'failed')`.execute(database)
}

const monthsAhead = 3

/** Partitions of the audit log for this month and the next ones. */
async function addPartitions(database: Sql): Promise<void> {
  const { rows } = await sql<{ name: string; first: string; next: string; has_rows: boolean }>`
    select to_char(month, '"audit_log_"YYYY_MM') as name, month::date as first,
      (month + interval '1 month')::date as next, exists (
        select 1 from audit_log_rest where at >= month and at < month + interval '1 month'
      ) as has_rows
    from generate_series(
      date_trunc('month', now()), now() + ${monthsAhead} * interval '1 month', interval '1 month'
    ) as month`.execute(database)
  for (const { name, first, next, has_rows } of rows) {
    // Rows that the default partition took already cannot be moved without a lock on everything.
    if (has_rows) continue
    await sql`
      create table if not exists ${sql.table(name)} partition of audit_log
      for values from (${sql.lit(first)}) to (${sql.lit(next)})`.execute(database)
  }
  await guardPartitions(database)
}

/** Triggers for rows come with the table that a partition is part of, those for statements do not. */
async function guardPartitions(database: Sql): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'audit_log'::regclass and not exists (
      select from pg_trigger where tgrelid = c.oid and tgname = 'audit_log_no_truncate'
    )`.execute(database)
  for (const { name } of rows) {
    await sql`
      create trigger audit_log_no_truncate before truncate on ${sql.table(name)}
      for each statement execute function audit_log_is_insert_only()`.execute(database)
  }
}
