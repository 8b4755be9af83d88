import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf, ended } from '../../attacks/cases/office.ts'
import { librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const rights = [...librarian, 'user.profile.job.view', 'user.profile.job.retry']

let server: TestServer
let admin: Client
let other: Client
let authorId: number

beforeAll(async () => {
  server = await createTestServer({ resources: library })
  admin = await server.user(rights)
  other = await server.user(rights)
  authorId = (await admin.post('/library/author', { name: 'Ursula' })).body.data.id
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

/** Gives 120 books one ISBN, which one alone can have. */
async function partlyFailed(title: string, values: object = { isbn: title }) {
  await rowsOf(
    server,
    sql`
      insert into books (title, author, shelf, price) select ${title}, ${authorId}, 'back', 1
      from generate_series(1, 120)`,
  )
  const selection = { filter: { search: title }, expected_count: 120 }
  const { body } = await admin.post('/books/bulk/update', { ...selection, values })
  const id: number = body.data.job_id
  return { id, job: await ended(server, id) }
}

const retry = (client: Client, id: number) => client.post(`/profile/job/${id}/retry`)

const booksWith = (isbn: string) =>
  rowsOf<{ id: number; version: number }>(
    server,
    sql`select id, version from books where isbn = ${isbn} order by id`,
  )

test('what failed alone is done again, by the same job, once', async () => {
  const { id, job } = await partlyFailed('Once')
  expect(job).toMatchObject({ state: 'finished_with_errors', total: 120, failed: 119 })
  const [first] = await booksWith('Once')
  // What stood in the way goes, and one of those that failed is changed meanwhile.
  await admin.put(`/books/${first!.id}`, { isbn: 'Other', version: first!.version })
  await rowsOf(server, sql`update books set version = version + 1 where id = ${first!.id + 1}`)
  const [answer, again] = await Promise.all([retry(admin, id), retry(admin, id)])
  expect([answer.status, again.status].toSorted()).toEqual([200, 409])
  const after = await ended(server, id)
  expect(after).toMatchObject({
    state: 'finished_with_errors',
    total: 120,
    pending: 0,
    processed: 120,
    failed: 118,
    progress: 100,
    result: { skipped: { invalid: 118 } },
  })
  expect((await booksWith('Once')).map((one) => one.id)).toEqual([first!.id + 1])
  const jobs = await rowsOf(server, sql`select id from jobs where type = 'bulk' and id >= ${id}`)
  expect(jobs).toEqual([{ id }])
  const file = await admin.get(`/profile/job/${id}/download/error`)
  expect(String(file.body).trim().split('\n')).toHaveLength(119)
})

test('it asks for the password like the action itself, and waits like any other job', async () => {
  const { id } = await partlyFailed('Gated', { isbn: 'Gated', price: 5 })
  expect((await retry(other, id)).status).toBe(404)
  const late = await server.user([...rights, 'user.profile.job.all'])
  await rowsOf(
    server,
    sql`update sessions set confirmed_at = now() - interval '16 minutes' where user_id = ${late.id}`,
  )
  expect((await retry(late, id)).body.code).toBe('confirm_password')
  await rowsOf(
    server,
    sql`
      insert into jobs (type, name, "user", state)
      select 'elsewhere', 'Waits', ${admin.id}, 'queued' from generate_series(1, 20)`,
  )
  expect((await retry(admin, id)).status).toBe(429)
  expect((await ended(server, id)).state).toBe('finished_with_errors')
  await rowsOf(server, sql`delete from jobs where type = 'elsewhere'`)
  expect((await retry(admin, id)).status).toBe(200)
  await ended(server, id)
})

test('nothing is left to try once it is forgotten what failed, or where a change was taken back', async () => {
  const { id, job } = await partlyFailed('Forgotten')
  await rowsOf(server, sql`delete from files where id = ${job.error_file}`)
  expect((await retry(admin, id)).status).toBe(409)
  const undone = await partlyFailed('Undone')
  const { body } = await admin.post('/books/bulk/undo', { job_id: undone.id })
  expect(body.data).toMatchObject({ done: 1 })
  await rowsOf(
    server,
    sql`update jobs set parameters = parameters || '{"act": "undo"}' where id = ${undone.id}`,
  )
  expect((await retry(admin, undone.id)).status).toBe(409)
})
