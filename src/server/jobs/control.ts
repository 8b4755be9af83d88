import { sql } from 'kysely'

import { shortenedMessage } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { tooMany } from '../kernel/errors.ts'
import type { ChunkPlan, ItemCount, Job, NewJob } from '../kernel/jobs.ts'
import { msg } from '../../texts/serverMsg.ts'

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

export async function refuseTooMany(user: number, database: Sql): Promise<void> {
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
export async function wakeWorkers(database: Sql): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(database)
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
