import { afterAll, beforeAll, expect, test } from 'vitest'

import { compareMasked } from '#server'

import type { Database } from '../../../src/server/kernel/database.ts'
import { addParts } from '../../../src/server/work.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import type { TestBackend } from '../../fixtures/backend.ts'
import { addUser, declared, ended, jobsBackend, startJob } from './setting.ts'

let database: Database
let backend: TestBackend

beforeAll(async () => {
  database = await createTestDatabase(declared)
  backend = jobsBackend(database, [])
  await backend.jobs.work()
}, 60_000)
afterAll(async () => {
  await backend.jobs.stop()
  await database.close()
})

test('what a part needs beside the database is made ready while others have the database', async () => {
  const steps: string[] = []
  const { sql: pool } = database
  backend.jobs.register({
    type: 'prepared',
    async ready({ number }) {
      await pool.selectNoFrom(({ val }) => val(1).as('one')).execute()
      steps.push(`ready ${number}`)
    },
    async run({ number }) {
      steps.push(`run ${number}`)
      return { processed: 1, failed: 0 }
    },
  })
  const user_id = await addUser(database, 'Bea')
  const chunks = [1, 2].map(() => ({ size: 1, payload: {} }))
  const job = { type: 'prepared', name: 'Prepared', user_id, parameters: {}, chunks }
  expect(await ended(database, await startJob(backend, job))).toMatchObject({ state: 'finished' })
  expect(steps).toEqual(['ready 1', 'run 1', 'ready 2', 'run 2'])
})

test('what a feature and a resource bring runs alike: their jobs, in contexts that hooks may pass on', async () => {
  const done: string[] = []
  const [resource] = declared
  if (!resource) throw new Error('no resource')
  const parts = (name: string) => ({
    jobs: {
      note: {
        async run(_part: unknown, call: Parameters<typeof compareMasked>[2]) {
          await compareMasked(resource, {}, call)
          done.push(name)
        },
      },
    },
  })
  addParts(backend.jobs, backend, '', parts('feature'))
  addParts(backend.jobs, backend, 'users.', parts('resource'))
  const user_id = await addUser(database, 'Ada')
  for (const type of ['note', 'users.note']) {
    const job = { type, name: 'Note', user_id, parameters: {}, chunks: [{ size: 1, payload: {} }] }
    expect(await ended(database, await startJob(backend, job))).toMatchObject({ state: 'finished' })
  }
  expect(done).toEqual(['feature', 'resource'])
})
