import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditEntryOf, jobOf } from '#system'
import { author, book, library, librarian } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let head: Client

const far = 90_000

beforeAll(async () => {
  server = await createTestServer({
    resources: [...library, jobOf(), auditEntryOf(library)],
    // Then its records are presented to each reader: another way to a file.
    behaviors: { authors: { present: (one: object) => one } as never },
  })
  head = await server.user([
    ...librarian,
    'author.export',
    'audit.view',
    'user.profile.job.view',
    'user.profile.job.cancel',
  ])
  await sql`insert into authors (name) values ('Ursula'), ('Karin')`.execute(
    server.backend.database.sql,
  )
  await sql`
    insert into books (id, title, author, pages)
    overriding system value
    select n, 'Part "' || n || '",' || chr(10) || '"1' || n || '"', 1, n % 7 from generate_series(1, 40) n
    union all select ${far}, 'Far away', 1, 3`.execute(server.backend.database.sql)
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

async function exportOf(api: string, body: object): Promise<number> {
  const { status, body: answer } = await head.post(`/${api}/export`, body)
  expect([status, answer.message]).toEqual([202, 'The export has begun.'])
  const { job_id } = answer.data
  const state = async () => (await head.get(`/profile/job/${job_id}`)).body.data.state
  await expect.poll(state, { timeout: 45_000 }).toBe('finished')
  return job_id
}

/** The jobs of the exports that the timeline of a record tells, the newest first. */
const told = async (api: string, id: number, client = head): Promise<number[]> =>
  (await client.get(`/${api}/${id}/timeline`)).body.data
    .filter(({ action }: { action: string }) => action === 'export')
    .map(({ job_id }: { job_id: number }) => job_id)

it('stands in the timeline of each record that it wrote, and of no other', async () => {
  const some = await exportOf(book.api, { filter: { pages: '3' }, columns: ['title', 'pages'] })
  const all = await exportOf(book.api, {
    columns: ['title', 'id'],
    sort: '-title',
    delimiter: '\t',
  })
  const none = await exportOf(book.api, { filter: { id: '41' }, columns: ['id'] })
  expect(none).toBeGreaterThan(all)
  expect(await told(book.api, 3)).toEqual([all, some])
  expect(await told(book.api, 4)).toEqual([all])
  expect(await told(book.api, far)).toEqual([all, some])
  const { rows } = await sql<{ ids: number }>`
    select sum(bit_count(ids))::integer as ids from exported_records where job_id = ${all}`.execute(
    server.backend.database.sql,
  )
  expect(rows).toEqual([{ ids: 41 }])
})

it('stands there too where the server presents the records, and not for who may not read the audit log', async () => {
  const job = await exportOf(author.api, { search: 'Ursula', columns: ['name'] })
  expect(await told(author.api, 1)).toEqual([job])
  expect(await told(author.api, 2)).toEqual([])
  expect(await told(author.api, 1, await server.user(['author.view']))).toEqual([])
})

it('does not stand there unless it ended: nobody has the file of one that was cancelled', async () => {
  const begun = await exportOf(book.api, { columns: ['id'], filter: { id: '5' } })
  const cancelled = begun + 1_000
  const { sql: database } = server.backend.database
  await sql`
    insert into audit_log (action, resource, job_id, detail)
    select action, resource, ${cancelled}, detail from audit_log
    where action = 'export' and job_id = ${begun}`.execute(database)
  await sql`
    insert into exported_records (job_id, resource, block, ids)
    select ${cancelled}, resource, block, ids from exported_records where job_id = ${begun}`.execute(
    database,
  )
  const before = await told(book.api, 5)
  expect(before[0]).toBe(begun)
  await sql`insert into audit_log (action, resource, job_id) values ('exported', 'books', ${cancelled})`.execute(
    database,
  )
  expect(await told(book.api, 5)).toEqual([cancelled, ...before])
})

it('is kept as the audit log is: nothing changes or removes it', async () => {
  const { sql: database } = server.backend.database
  for (const act of ['delete from', 'update', 'truncate']) {
    const rest = act === 'update' ? ' set block = 0' : ''
    await expect(sql.raw(`${act} exported_records${rest}`).execute(database)).rejects.toThrow(
      'insert-only',
    )
  }
})
