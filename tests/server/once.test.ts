import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { jobOf } from '#system'
import { librarian, library } from '../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'

let server: TestServer
let head: Client

beforeAll(async () => {
  server = await createTestServer({ resources: [...library, jobOf()] })
  head = await server.user([...librarian, 'user.profile.job.view'])
  await sql`insert into authors (name) values ('Ursula')`.execute(server.backend.database.sql)
  await sql`
    insert into books (title, author) select 'Book ' || n, 1 from generate_series(1, 150) n
  `.execute(server.backend.database.sql)
}, 60_000)
afterAll(() => server.close())

const count = async (table: string) =>
  (
    await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
      server.backend.database.sql,
    )
  ).rows[0]!.count

const few = { ids: [1, 2, 3], values: { shelf: 'front' } }
const many = { filter: {}, expected_count: 150, values: { shelf: 'front' } }

describe('F13: an act that a key comes with', () => {
  test.each<[string, (client: Client) => Promise<{ status: number; body: any }>, string]>([
    ['a bulk act', (client) => client.post('/books/bulk/update', few), 'audit_log'],
    ['a bulk job', (client) => client.post('/books/bulk/update', many), 'jobs'],
    ['an export', (client) => client.post('/books/export', {}), 'jobs'],
  ])('is done once, whoever asks again at once or later: %s', async (what, act, table) => {
    const keyed = head.keyed(`key of ${what}`.replaceAll(' ', '-'))
    const before = await count(table)
    const first = await Promise.all(Array.from({ length: 4 }, () => act(keyed)))
    const done = await count(table)
    const again = await act(keyed)
    expect([200, 202]).toContain(again.status)
    for (const { status, body } of first) expect([status, body]).toEqual([again.status, again.body])
    expect(await count(table)).toBe(done)
    expect(done - before).toBe(table === 'jobs' ? 1 : 3)
    if (table === 'jobs') expect((await act(head)).body.data.job_id).toBeGreaterThan(0)
  })

  test('deletes once, and answers that it has when it is asked again', async () => {
    const keyed = head.keyed('delete-once')
    const [first, again] = [await keyed.delete('/books/150'), await keyed.delete('/books/150')]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect((await head.delete('/books/150')).status).toBe(404)
  })

  test('is refused in words when it asks for something else', async () => {
    const keyed = head.keyed('one-key')
    await keyed.post('/books/bulk/update', few)
    const other = await keyed.post('/books/bulk/update', { ...few, ids: [4] })
    expect([other.status, other.body.message]).toEqual([
      422,
      'This was begun already with other values. Begin anew.',
    ])
    expect((await keyed.post('/books/bulk/delete', few)).status).toBe(422)
  })

  test('is its own for each user, and tried anew when it was refused', async () => {
    const other = await server.user(librarian)
    const wrong = { ids: [1], values: { shelf: 'nowhere' } }
    for (const client of [head, other]) {
      const keyed = client.keyed('the-same')
      expect((await keyed.post('/books/bulk/update', wrong)).status).toBe(422)
      expect((await keyed.post('/books/bulk/update', few)).body.data.done).toBe(3)
    }
  })

  test.each(['', 'with blanks', 'é', 'x'.repeat(101)])('refuses the key %j', async (key) => {
    expect((await head.keyed(key).post('/books/bulk/update', few)).status).toBe(400)
  })

  test('is forgotten after a day', async () => {
    await sql`update request_keys set created_at = now() - interval '25 hours'`.execute(
      server.backend.database.sql,
    )
    await server.backend.jobs.upkeep()
    expect(await count('request_keys')).toBe(0)
  })
})
