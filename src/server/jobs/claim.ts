import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import type { Job } from '../kernel/jobs.ts'
import type { Chunk, JobKind } from './kind.ts'
import type { Backend } from '../kernel/backend.ts'

/** A chunk that a process is about to do. */
export interface Claim extends Chunk {
  /** How many other processes have begun it and never came to an end. */
  readonly others: number
}

/**
 * Takes the next chunk of a running job and writes down, before any of its work, that `instance` has begun it; undefined
 * when there is none or others have it. A process that is killed leaves its name there.
 */
export async function claimChunk(
  database: Sql,
  job: number,
  { parallel }: JobKind,
  instance: string,
): Promise<Claim | undefined> {
  const inOrder = parallel
    ? sql`true`
    : sql`c.number = (select min(number) from job_chunks where job_id = ${job} and state = 'pending')`
  const { rows } = await sql<Claim>`
    with next as (
      select c.number from job_chunks c
      where c.job_id = ${job} and c.state = 'pending' and ${inOrder}
        and exists (select 1 from jobs j where j.id = ${job} and j.state = 'running')
      order by c.number limit 1 for update of c skip locked
    )
    update job_chunks c set claims = array_append(array_remove(c.claims, ${instance}), ${instance})
    from next where c.job_id = ${job} and c.number = next.number
    returning c.number, c.size, c.payload, cardinality(c.claims) - 1 as others`.execute(database)
  return rows[0]
}

/** Takes back what `claimChunk` wrote: the work came to an end, if to none that counts. */
async function releaseChunk(
  database: Sql,
  job: number,
  number: number,
  instance: string,
): Promise<void> {
  await sql`
    update job_chunks set claims = array_remove(claims, ${instance})
    where job_id = ${job} and number = ${number}`.execute(database)
}

/**
 * Holds a claimed chunk for this transaction; false when others have it or the job rests.
 * The row lock is the lease: it goes with the transaction, also when the process is killed.
 */
export async function holdChunk(database: Sql, job: number, number: number): Promise<boolean> {
  const { rows } = await sql`
    select from job_chunks c
    where c.job_id = ${job} and c.number = ${number} and c.state = 'pending'
      and exists (select 1 from jobs j where j.id = ${job} and j.state = 'running')
    for update of c skip locked`.execute(database)
  return rows.length > 0
}

export async function findJob(database: Sql, id: number): Promise<Job | undefined> {
  return (await sql<Job>`select * from jobs where id = ${id}`.execute(database)).rows[0]
}

/** The job, held until the transaction ends. */
export async function lockJob(database: Sql, id: number): Promise<Job | undefined> {
  return (await sql<Job>`select * from jobs where id = ${id} for update`.execute(database)).rows[0]
}

/** Milliseconds after which a process that lives has taken its name off a chunk that it did not end. */
const goneAfter = 5_000

/** What one process has to say about the chunks that it begins. */
export function createClaims({ database }: Backend) {
  const instance = randomUUID()
  const unreleased = new Map<string, { job: number; number: number }>()
  const leftSince = new Map<string, number>()

  async function release(job: number, number: number): Promise<void> {
    const key = `${job} ${number}`
    unreleased.set(key, { job, number })
    await releaseAll().catch(() => undefined)
  }

  /** Takes the name off all chunks that were given back. Throws while the database cannot be reached. */
  async function releaseAll(): Promise<void> {
    for (const [key, { job, number }] of unreleased) {
      await releaseChunk(database.sql, job, number, instance)
      unreleased.delete(key)
    }
  }

  function isLeft(job: number, number: number): boolean {
    const key = `${job} ${number}`
    const since = leftSince.get(key) ?? Date.now()
    leftSince.set(key, since)
    const isOver = Date.now() - since >= goneAfter
    if (isOver) leftSince.delete(key)
    return isOver
  }

  return { instance, release, releaseAll, isLeft }
}
