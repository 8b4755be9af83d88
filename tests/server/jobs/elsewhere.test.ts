import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'
import { NotYet, type Behavior } from '#server'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const letter = defineResource('letters', {
  permission: 'letter',
  fields: { text: field.text() },
  title: 'text',
  list: ['text'],
  form: ['text'],
})

/** Letters on their way: those that the post has not collected may be taken back. */
let posted = 0
let collected = 0
let isOpen = true

const behavior: Behavior<typeof letter> = {
  jobs: {
    post: {
      run({ size }) {
        if (!isOpen) throw new NotYet('the post office is closed')
        posted += size
      },
      takeBack() {
        posted = 0
        return collected
      },
    },
  },
}

let server: TestServer
let clerk: Client

beforeAll(async () => {
  server = await createTestServer({
    resources: defineResources([letter]),
    behaviors: { letters: behavior },
  })
  clerk = await server.user(['user.profile.job.view', 'user.profile.job.cancel'])
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const start = (sizes: readonly number[]) =>
  server.backend.jobs.start(server.backend.database.sql, {
    type: 'letters.post',
    name: 'Letters',
    user_id: clerk.id,
    parameters: {},
    chunks: sizes.map((size) => ({ size, payload: {} })),
  })
const arrive = (job: number, processed: number, failed = 0) =>
  server.backend.jobs.count(server.backend.database.sql, job, {
    processed,
    failed,
    tally: { arrived: processed - failed, lost: failed },
  })
const jobOf = async (id: number) => (await clerk.get(`/profile/job/${id}`)).body.data
const posting = (count: number) => vi.waitFor(() => expect(posted).toBe(count), 45_000)

test('a job whose items end elsewhere ends with the last of them', async () => {
  posted = 0
  const job = await start([3, 2])
  await posting(5)
  expect(await jobOf(job)).toMatchObject({ state: 'running', total: 5, processed: 0 })
  await arrive(job, 4, 1)
  expect(await jobOf(job)).toMatchObject({ state: 'running', processed: 4, failed: 1 })
  await arrive(job, 1)
  await vi.waitFor(async () => {
    expect(await jobOf(job)).toMatchObject({
      state: 'finished_with_errors',
      total: 5,
      processed: 5,
      failed: 1,
      result: { arrived: 4, lost: 1 },
    })
  }, 45_000)
})

test('a cancelled one waits for those under way, and the rest adds up', async () => {
  posted = 0
  const job = await start([5])
  await posting(5)
  collected = 2
  await clerk.post(`/profile/job/${job}/cancel`)
  expect(await jobOf(job)).toMatchObject({ state: 'cancelling' })
  expect(posted).toBe(0)
  await arrive(job, 2)
  collected = 0
  await vi.waitFor(async () => {
    expect(await jobOf(job)).toMatchObject({ state: 'cancelled', total: 5, processed: 2 })
  }, 45_000)
})

test('a part that waits is tried again without having failed', async () => {
  posted = 0
  isOpen = false
  const job = await start([1])
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(await jobOf(job)).toMatchObject({ state: 'running', processed: 0, failed: 0 })
  isOpen = true
  await posting(1)
  await arrive(job, 1)
}, 45_000)
