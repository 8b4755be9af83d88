import { sql } from 'kysely'

import type { Sql } from '../database/database.ts'
import type { ChunkPlan } from './kind.ts'

export interface NewJob {
  readonly type: string
  readonly name: string
  readonly user_id: number
  readonly parameters: object
  /** Left out, the kind's `plan` finds them. */
  readonly chunks?: readonly ChunkPlan[]
}

/** Workers listen here for jobs that began or are to end. */
export const channel = 'leadgate_jobs'

/** Puts a job in the queue, in the running transaction, and answers its id. */
export async function startJob(database: Sql, job: NewJob): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into jobs (type, name, "user", parameters)
    values (${job.type}, ${job.name.slice(0, 190)}, ${job.user_id}, ${JSON.stringify(job.parameters)})
    returning id`.execute(database)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a new job has no id')
  if (job.chunks) await addChunks(database, id, job.chunks)
  else
    await sql`insert into job_chunks (job_id, number, size) values (${id}, 0, 0)`.execute(database)
  await wakeWorkers(database)
  return id
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
