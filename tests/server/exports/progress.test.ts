import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let head: Client
/** Several pages of a file, or a file that takes longer than the first word about it. */
let rows: number

beforeAll(async () => {
  server = await createTestServer({ resources: library })
  head = await server.user([...librarian, 'user.profile.job.view', 'user.profile.job.cancel'])
  const { database } = server.backend
  rows = database.kind === 'embedded' ? 12_000 : 180_000
  await sql`insert into authors (name) values ('Ursula')`.execute(database.sql)
  await sql`
    insert into books (title, author, note)
    select 'Book ' || n, 1, repeat(n || ' ', 40) from generate_series(1, ${rows}) n`.execute(
    database.sql,
  )
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

interface Progress {
  state: string
  processed: number
  pending: number
  total: number
  progress: number
  result_file: string | null
}

/** Starts an export and follows its job until `until` says that it is enough. */
async function follow(until: (job: Progress) => boolean | Promise<boolean>) {
  const { body } = await head.post('/books/export', { columns: ['id', 'title', 'note'] })
  const id: number = body.data.job_id
  const seen: Progress[] = []
  for (;;) {
    const job = (
      await sql<Progress>`select * from jobs where id = ${id}`.execute(server.backend.database.sql)
    ).rows[0]!
    if (job.processed !== seen.at(-1)?.processed || job.state !== seen.at(-1)?.state) seen.push(job)
    if (await until(job)) return { id, seen, last: job }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

const hasEnded = ({ state }: Progress) => /^(finished|failed|cancelled)/.test(state)

it('an export tells in between how far it is', async () => {
  const { seen, last } = await follow(hasEnded)
  expect(last).toMatchObject({ state: 'finished', processed: rows, total: rows, progress: 100 })
  const between = seen.filter(({ processed }) => processed > 0 && processed < rows)
  expect(between.length).toBeGreaterThanOrEqual(1)
  expect(between.every(({ progress }) => progress > 0 && progress < 100)).toBe(true)
}, 60_000)

it('an export that is cancelled at work stops there and leaves no file', async () => {
  const begin = () => follow(({ processed }) => processed > 0)
  // A machine that is busy elsewhere may look only when all has been read: then it looks at another one.
  let { id, last } = await begin()
  for (let tries = 1; last.processed === rows && tries < 5; tries += 1)
    ({ id, last } = await begin())
  expect(last.processed).toBeLessThan(rows)
  expect((await head.post(`/profile/job/${id}/cancel`)).status).toBe(200)
  let job: Progress
  do job = (await head.get(`/profile/job/${id}`)).body.data
  while (!hasEnded(job))
  // On a quick machine the last row may have been read by then; there is no file of it all the same.
  expect(job).toMatchObject({ state: 'cancelled', result_file: null })
  expect(job.processed).toBe(job.total - job.pending)
  const files = await sql`
    select from files where id = (select result ->> 'file' from jobs where id = ${id})::uuid`.execute(
    server.backend.database.sql,
  )
  expect(files.rows).toEqual([])
}, 60_000)
