import { sql } from 'kysely'

import { renderMessage } from '#schema'

import { recordAudit } from '../audit/audit.ts'
import type { Sql } from '../kernel/database.ts'
import { storable } from '../records/write/validateWrite.ts'
import { lockKeys } from '../records/write/keys.ts'
import { countImported } from '../statistics/recount.ts'
import type { RowsStep } from './batch.ts'
import { completed } from './complete.ts'
import { abandonedBatch, currentBatch, prefetch } from './prefetch.ts'
import type { Refusal } from './refusal.ts'
import { partDuplicates } from './duplicates.ts'
import { insertAll } from './insert.ts'
import type { Task } from './task.ts'

/** Imports the rows of one range: each becomes a record or a refusal with its reason. */
export async function importRows(
  step: RowsStep,
  task: Task,
  database: Sql,
): Promise<{ processed: number; failed: number }> {
  const { resource, user, job, chunk } = task
  const batch = await currentBatch(step, task, database)
  const { candidates, refusals } = await completed(batch, task, database)
  const next = await prefetch(task, database)
  const created = await createdBefore({ job, user: user.id, chunk }, database)
  const records = candidates.map(({ values }) => values)
  await lockKeys(resource, records, database)
  const isOurs = (id: number) => created.has(id)
  const { fresh, refused } = await partDuplicates(task, candidates, isOurs, database)
  await next?.load(database)
  const stored = await insertAll(resource, fresh, database, () => next?.convert())
  for (const id of stored.ids) created.add(id)
  const failed = [...refusals, ...refused, ...stored.refused]
  await record(task, stored.ids, failed, database)
  return { processed: candidates.length + refusals.length, failed: failed.length }
}

/** Refuses every row of a range: processes begin with them and never end. */
export async function refuseRows(
  step: RowsStep,
  task: Task,
  database: Sql,
): Promise<{ processed: number; failed: number }> {
  const { refusals } = await abandonedBatch(step, task, database)
  await record(task, [], refusals, database)
  return { processed: refusals.length, failed: refusals.length }
}

/** What happened, in the same transaction: refused rows, one audit row, the totals. */
async function record(
  { id, job, user, resource, backend }: Task,
  ids: readonly number[],
  refusals: readonly Refusal[],
  database: Sql,
): Promise<void> {
  if (refusals.length > 0) {
    const kept = (text: string) => storable(backend.business, text)
    const failures = refusals.map(({ row, code, reason }) => ({
      import_id: id,
      row_number: row.number,
      code,
      reason: kept(renderMessage(reason)),
      cells: row.cells.map(kept),
    }))
    await sql`
      insert into import_failures (import_id, row_number, code, reason, cells)
      select import_id, row_number, code, reason, cells
      from jsonb_populate_recordset(null::import_failures, ${JSON.stringify(failures)}::jsonb)
    `.execute(database)
  }
  if (ids.length > 0) {
    await recordAudit(database, {
      user_id: user.id,
      action: 'import',
      resource: resource.name,
      job_id: job,
      detail: { import: id, ids },
    })
  }
  await sql`
    update imports set created = created + ${ids.length}::integer,
      refused = refused + ${refusals.length}::integer, updated_at = now()
    where id = ${id}`.execute(database)
  await countImported(resource, { import: id, ids, refused: refusals.length }, database)
}

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
async function createdBefore(
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
