import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { Backend } from '#server'

import type { Database } from '../../../src/server/kernel/database.ts'
import { runChunk } from '../../../src/server/jobs/chunk.ts'
import { createClaims } from '../../../src/server/jobs/claim.ts'
import { promoteJobs } from '../../../src/server/jobs/promoteJobs.ts'
import type { JobContext, JobKind } from '../../../src/server/jobs/kind.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { addUser, chunksOf, declared, ended, jobsBackend, startJob, waitFor } from './setting.ts'

let database: Database
let backend: Backend
let user_id: number
let done: number[]
let onRun: (number: number, context: JobContext) => unknown

const kind: JobKind = {
  type: 'step',
  async run({ number, size }, context) {
    await onRun(number, context)
    done.push(number)
    return { processed: size, failed: 0 }
  },
}

beforeAll(async () => {
  database = await createTestDatabase(declared)
  user_id = await addUser(database, 'ada')
})
afterAll(() => database.close())
beforeEach(() => {
  done = []
  backend = jobsBackend(database, [kind])
  return () => backend.jobs.stop()
})

const start = (...sizes: number[]) =>
  startJob(backend, {
    type: 'step',
    name: 'Steps',
    user_id,
    parameters: {},
    chunks: chunksOf(...sizes),
  })

const resume = (id: number) =>
  database.sql.transaction().execute((tx) => backend.jobs.resume(tx, id))

const pause = (id: number) => database.sql.transaction().execute((tx) => backend.jobs.pause(tx, id))

const pauseAt = (wanted: number) => {
  onRun = async (number, { job, sql: tx }) => {
    if (number === wanted) await backend.jobs.pause(tx, job.id)
  }
}

const isPaused = ({ state }: { state: string }) => state === 'paused'
const rest = () => new Promise((resolve) => setTimeout(resolve, 1_300))

it('a paused job does nothing after the chunk under way, and goes on where it stopped', async () => {
  pauseAt(2)
  await backend.jobs.work()
  const id = await start(2, 2, 2)
  await waitFor(database, id, isPaused)
  await rest()
  const paused = await waitFor(database, id, isPaused)
  expect(paused).toMatchObject({ processed: 4, pending: 2, progress: 67, finished_at: null })
  expect(done).toEqual([1, 2])
  expect(await resume(id)).toBe(true)
  const over = await ended(database, id)
  expect(over).toMatchObject({ state: 'finished', processed: 6, pending: 0 })
  expect(done).toEqual([1, 2, 3])
  expect(over['started_at']).toBe(paused['started_at'])
})

it('a job that waits can be paused too, and is not begun', async () => {
  onRun = () => undefined
  const id = await start(1)
  await pause(id)
  await backend.jobs.work()
  await rest()
  expect(done).toEqual([])
  await resume(id)
  expect(await ended(database, id)).toMatchObject({ state: 'finished' })
})

it('a job paused in its last chunk ends when it is resumed', async () => {
  pauseAt(1)
  await backend.jobs.work()
  const id = await start(3)
  await waitFor(database, id, (job) => isPaused(job) && job.pending === 0)
  await resume(id)
  expect(await ended(database, id)).toMatchObject({ state: 'finished', processed: 3 })
})

it('a job whose chunk under way fails for good while it is paused has failed', async () => {
  const id = await start(1, 1)
  await sql`update jobs set state = 'running' where id = ${id}`.execute(database.sql)
  await sql`update job_chunks set attempts = 2 where job_id = ${id}`.execute(database.sql)
  const { signal } = new AbortController()
  const worker = { ...createClaims(backend), backend, kindOf: () => kind, signal }
  const failing: JobKind = {
    type: 'step',
    run: async () => {
      throw new Error('for good')
    },
  }
  // Paused between the chunk's failure and its being written down.
  const log = { ...backend.log, error: () => void pausing.push(pause(id)) }
  const pausing: Promise<unknown>[] = []
  await runChunk(id, failing, { ...worker, backend: { ...backend, log } as never })
  await Promise.all(pausing)
  expect(pausing).toHaveLength(1)
  expect(await ended(database, id)).toMatchObject({ state: 'failed', processed: 0 })
})

it('a resumed job waits for its turn: three of a user run at once', async () => {
  const ids = [await start(1), await start(1), await start(1), await start(1)]
  const [first = 0] = ids
  await pause(first)
  await sql`update jobs set state = 'running' where id = any(${ids.slice(1)}::bigint[])`.execute(
    database.sql,
  )
  await resume(first)
  expect(await database.sql.transaction().execute((tx) => promoteJobs(tx, []))).toBe(0)
  await sql`update jobs set state = 'cancelled' where id = ${ids[3]}`.execute(database.sql)
  expect(await database.sql.transaction().execute((tx) => promoteJobs(tx, []))).toBe(1)
})
