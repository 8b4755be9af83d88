import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

interface Created {
  readonly ids: Set<number>
  /** The chunk up to which the ids are known. */
  chunk: number
}

/** For the jobs at work in this process. */
const byJob = new Map<number, Created>()
const jobsKept = 8

/**
 * The ids of the records that the chunks of a job before this one have created; the caller adds its own.
 * After a restart, or when other processes did some of the chunks, they are read from the audit log.
 */
export async function createdBefore(
  { job, user, chunk }: { job: number; user: number; chunk: number },
  database: Sql,
): Promise<Set<number>> {
  const known = byJob.get(job)
  if (known?.chunk === chunk - 1) {
    known.chunk = chunk
    return known.ids
  }
  const { rows } = await sql<{ id: number }>`
    select jsonb_array_elements(detail -> 'ids')::bigint as id from audit_log
    where user_id = ${user} and job_id = ${job} and action = 'import'`.execute(database)
  const ids = new Set(rows.map(({ id }) => id))
  byJob.set(job, { ids, chunk })
  for (const oldest of byJob.keys()) if (byJob.size > jobsKept) byJob.delete(oldest)
  return ids
}

export function forgetCreated(job: number): void {
  byJob.delete(job)
}
