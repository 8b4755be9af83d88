import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { isTooLong } from '../../fixtures/work/long.ts'
import { librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const rows = 20_000
const megabyte = 1024 * 1024

let server: TestServer
let head: Client

beforeAll(async () => {
  server = await createTestServer({ resources: library })
  head = await server.user([...librarian, 'user.profile.job.view'])
  const { database } = server.backend
  await sql`insert into authors (name) values ('Ursula')`.execute(database.sql)
  await sql`
    insert into books (title, author, note)
    select n || ' ' || repeat('=long', 12), 1, repeat(n || ' ', 500)
    from generate_series(1, ${rows}) n`.execute(database.sql)
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

it.skipIf(isTooLong)(
  'a large file is never in memory as a whole',
  async () => {
    const before = memory()
    let most = 0
    const timer = setInterval(() => (most = Math.max(most, memory() - before)), 500)
    const columns = ['id', 'title', 'note']
    const { body } = await head.post('/books/export', { columns, sort: 'id' })
    const job = await ended(body.data.job_id)
    clearInterval(timer)
    expect(job).toMatchObject({ state: 'finished', total: rows, processed: rows })
    const { rows: files } = await sql<{ stored: number; size: number }>`
    select stored, size from files where id = ${job.result_file}
  `.execute(server.backend.database.sql)
    const [{ stored, size }] = files as [{ stored: number; size: number }]
    expect(stored).toBeGreaterThan(50 * megabyte)
    expect(size).toBe(stored)
    expect(most).toBeLessThan(stored * 0.75)
  },
  200_000,
)

it('H5: nothing of a large filter is kept when its answer has left', async () => {
  const search = async (n: number) => {
    const not = Array.from({ length: 9_000 }, (_, place) => `${n} ${place} ${'='.repeat(90)}`)
    const { body } = await head.post('/books/search', { where: { title: { not } }, per_page: 1 })
    expect(body.meta.total_is).toBe('estimate')
  }
  await search(0)
  const before = memory()
  for (let n = 1; n <= 12; n += 1) await search(n)
  expect(memory() - before).toBeLessThan(4 * megabyte)
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes in use, waste aside. */
const memory = () => {
  // What the first finds to be waste may be given back no sooner than the second begins.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function ended(id: number): Promise<any> {
  for (;;) {
    const { body } = await head.get(`/profile/job/${id}`)
    if (/^(finished|failed|cancelled)/.test(body.data.state)) return body.data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
