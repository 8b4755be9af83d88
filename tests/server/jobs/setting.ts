import { LRUCache } from 'lru-cache'
import { EventEmitter } from 'node:events'

import { sql } from 'kysely'

import type { Resource } from '#schema'
import type { Backend } from '#server'
import { systemBehaviors } from '#system/server'

import type { Database } from '../../../src/server/kernel/database.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import type { JobKind } from '../../../src/server/jobs/kind.ts'
import type { Job } from '../../../src/server/kernel/jobs.ts'
import { addParts } from '../../../src/server/work.ts'
import { scheduleUpkeep } from '../../../src/server/upkeep.ts'
import { silent } from '../../fixtures/database.ts'
import { accounts } from '../../fixtures/accounts.ts'
import type { TestBackend } from '../../fixtures/backend.ts'
import { jobOf } from '#system'

export const declared: readonly Resource[] = [...accounts, jobOf()]

/** As much of a backend as jobs need, with the given kinds of job. */
export function jobsBackend(database: Database, kinds: readonly JobKind[]): TestBackend {
  const backend = {
    database,
    log: silent,
    config: {},
    business: { permissions: [], behaviors: {} },
    resource: (name: string) => declared.find((one) => one.name === name),
    commits: new EventEmitter(),
    estimates: new LRUCache({ max: 100 }),
  } as unknown as Backend
  const jobs = createJobs(backend)
  for (const kind of kinds) jobs.register(kind)
  scheduleUpkeep(jobs, backend)
  addParts(jobs, backend, '', { schedules: systemBehaviors.audit_entries.schedules })
  return Object.assign(backend, { jobs })
}

export async function addUser(database: Database, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, password, email)
    values (${name}, 'none', gen_random_uuid() || '@example.com')
    returning id`.execute(database.sql)
  return rows[0]!.id
}

export const startJob = (backend: Backend, job: Parameters<Backend['jobs']['start']>[1]) =>
  backend.database.sql.transaction().execute((tx) => backend.jobs.start(tx, job))

/** The job, once it has come to an end. */
export async function ended(database: Database, id: number): Promise<Job & Record<string, any>> {
  return waitFor(database, id, (job) => /^(finished|failed|cancelled)/.test(job.state))
}

/** Also where a test keeps the time from passing. */
export const rest = (milliseconds: number) =>
  new Promise((resolve) => timeout(resolve, milliseconds))
const timeout = globalThis.setTimeout

export async function waitFor(
  database: Database,
  id: number,
  isReady: (job: Job) => boolean,
): Promise<Job & Record<string, any>> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    const { rows } = await sql<Job>`select * from jobs where id = ${id}`.execute(database.sql)
    if (rows[0] && isReady(rows[0])) return rows[0]
    await rest(25)
  }
  throw new Error(`job ${id} did not get there`)
}

export const chunksOf = (...sizes: number[]) =>
  sizes.map((size, index) => ({ size, payload: { index } }))

/** Sixty chunks of two, each of which leaves a mark at its beginning and at its end. */
export const slow: JobKind = {
  type: 'slow',
  plan: async () => ({ chunks: chunksOf(...Array(60).fill(2)) }),
  async run({ number, size }, { job, sql: tx }) {
    await sql`insert into steps (job_id, number) values (${job.id}, ${number})`.execute(tx)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
    await sql`insert into steps (job_id, number) values (${job.id}, ${-number})`.execute(tx)
    return { processed: size, failed: 0 }
  },
}
