import { sql } from 'kysely'

import { shortenedMessage } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { tooMany } from '../kernel/errors.ts'
import type { ChunkPlan, ItemCount, Job, NewJob } from '../kernel/jobs.ts'
import { msg } from '../../texts/serverMsg.ts'
import { notify } from '../notifications/notify.ts'
import { noticeTexts } from '../notifications/noticeTexts.ts'
import { lockJob } from './claim.ts'
import type { Ending } from './end.ts'

/** Workers listen here for jobs that began or are to end. */
export const channel = 'leadgate_jobs'

/** Puts a job in the queue, in the running transaction, and answers its id. Throws 429 when too many of the user wait. */
export async function startJob(database: Sql, job: NewJob): Promise<number> {
  if (job.parent === undefined) await refuseTooMany(job.user_id, database)
  const { rows } = await sql<{ id: number }>`
    insert into jobs (type, name, "user", parameters, parent)
    values (${job.type}, ${shortenedMessage(job.name, 190)}, ${job.user_id}, ${JSON.stringify(job.parameters)},
      ${job.parent ?? null})
    returning id`.execute(database)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a new job has no id')
  if (job.chunks) await addChunks(database, id, job.chunks)
  else
    await sql`insert into job_chunks (job_id, number, size) values (${id}, 0, 0)`.execute(database)
  await wakeWorkers(database)
  return id
}

/** Jobs of one user that may wait for their turn. */
const waitingLimit = 20

async function refuseTooMany(user: number, database: Sql): Promise<void> {
  // Of two that are started at once each would see room for one more.
  await sql`select pg_advisory_xact_lock(hashtext(${`jobs of ${user}`}))`.execute(database)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from jobs where "user" = ${user} and state = 'queued'`.execute(
    database,
  )
  if ((rows[0]?.count ?? 0) < waitingLimit) return
  throw tooMany(msg('too_many_of_your_jobs_are_waiting'), 60)
}

/** Adds work to a job, behind what it has. */
export async function addChunks(
  database: Sql,
  job: number,
  chunks: readonly ChunkPlan[],
): Promise<void> {
  if (chunks.length === 0) return
  await sql`
    with added as (
      insert into job_chunks (job_id, number, size, payload)
      select ${job}, place + (
        select coalesce(max(number), 0) from job_chunks where job_id = ${job}
      ), size, payload
      from rows from (
        jsonb_to_recordset(${JSON.stringify(chunks)}::jsonb) as (size integer, payload jsonb)
      ) with ordinality as chunk (size, payload, place)
      returning size
    ), sum as (select sum(size) as size from added)
    update jobs set total = total + sum.size, pending = pending + sum.size
    from sum where id = ${job}`.execute(database)
}

/** Heard when the transaction is committed, by every process. */
async function wakeWorkers(database: Sql): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(database)
}

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

/** Counts items of a job that have ended outside its chunks, each tally added to what its result holds. */
export async function countItems(
  database: Sql,
  id: number,
  { processed, failed, tally = {} }: ItemCount,
): Promise<Job | undefined> {
  const sums = sql.join(
    Object.entries(tally).map(
      ([name, count]) =>
        sql`${name}::text, coalesce((result ->> ${name})::integer, 0) + ${count}::integer`,
    ),
  )
  const pending = sql`(pending - ${processed}::integer)`
  const { rows } = await sql<Job>`
    update jobs set pending = ${pending}, processed = total - ${pending},
      failed = failed + ${failed}::integer, updated_at = clock_timestamp(),
      progress = coalesce(round((total - ${pending}) * 100.0 / nullif(total, 0)), 0),
      result = coalesce(result, '{}') || jsonb_build_object(${sums})
    where id = ${id} returning *`.execute(database)
  if (rows[0]?.pending === 0) await wakeWorkers(database)
  return rows[0]
}
