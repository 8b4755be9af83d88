import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import type { Sql } from '#server'

import { lockRecord, lockStored } from '../../../src/server/records/read/record.ts'
import { book, librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { userWith } from '../../fixtures/user.ts'
import { othersWait } from '../../fixtures/work/waiting.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await createTestServer({ resources: library })
  admin = await server.user(librarian)
}, 60_000)
afterAll(() => server.close())

const created = async (path: string, body: object): Promise<number> =>
  (await admin.post(path, body)).body.data.id

test.each([
  ['', (id: number, other: Sql) => lockRecord(book, userWith(...librarian), id, 'edit', other)],
  [' of many', async (id: number, other: Sql) => (await lockStored(book, [id], other))[0]],
] as const)(
  'who waited for a lock%s reads the references that were written meanwhile',
  async (of, lock) => {
    const { database } = server.backend
    const author = await created('/library/author', { name: `Ursula${of}` })
    const [saga, essay] = [
      await created('/genres', { name: `Saga${of}` }),
      await created('/genres', { name: `Essay${of}` }),
    ]
    const id = await created('/books', { title: 'Malafrena', author, genres: [saga] })
    const waiter = await database.sql.transaction().execute(async (first: Sql) => {
      await sql`update books set version = version + 1 where id = ${id}`.execute(first)
      await sql`update books_genres set target_id = ${essay} where record_id = ${id}`.execute(first)
      const second = database.sql.transaction().execute((other: Sql) => lock(id, other))
      await othersWait(database, first)
      return { second }
    })
    expect(await waiter.second).toMatchObject({ version: 2, genres: [essay] })
  },
)

describe('M11: two transactions that stand in each other’s way', () => {
  /** Has the next writes of books fail as PostgreSQL ends a deadlock. */
  async function deadlocks(count: number) {
    const { sql: database } = server.backend.database
    await sql`create sequence deadlocks`.execute(database)
    await sql
      .raw(`
      create function deadlock() returns trigger language plpgsql as $$
      begin
        if nextval('deadlocks') <= ${count} then
          raise exception 'deadlock detected' using errcode = '40P01';
        end if;
        return new;
      end $$;
      create trigger deadlock before update on books for each row execute function deadlock()`)
      .execute(database)
    onTestFinished(async () => {
      await sql`drop function deadlock cascade`.execute(database)
      await sql`drop sequence deadlocks`.execute(database)
    })
  }

  const versionsOf = async (ids: readonly number[]) =>
    (await Promise.all(ids.map((id) => admin.get(`/books/${id}`)))).map(
      ({ body }) => body.data.version,
    )

  const newBooks = async () => {
    const author = await created('/library/author', { name: randomUUID() })
    return [
      await created('/books', { title: 'One', author }),
      await created('/books', { title: 'Two', author }),
    ]
  }

  test('are told nothing of it when the second try succeeds', async () => {
    const ids = await newBooks()
    await deadlocks(2)
    expect((await admin.put(`/books/${ids[0]}`, { title: 'Uno' })).status).toBe(200)
    await sql`select setval('deadlocks', 1)`.execute(server.backend.database.sql)
    const many = await admin.post('/books/bulk/update', { ids, values: { price: 5 } })
    expect([many.status, many.body.data.done]).toEqual([200, 2])
    expect(await versionsOf(ids)).toEqual([3, 2])
  })

  test('hear that nothing was saved when no try succeeds', async () => {
    const [id] = await newBooks()
    await deadlocks(1_000)
    const { status, body, headers } = await admin.put(`/books/${id}`, { title: 'Uno' })
    expect([status, body.message]).toEqual([
      503,
      'The database is busy. Nothing was saved. Try again.',
    ])
    expect(headers['retry-after']).toBe('5')
  })

  test('lock records in one order, also to undo', async () => {
    const ids = await newBooks()
    await admin.post('/books/bulk/update', { ids, values: { price: 5 } })
    await admin.post('/books/bulk/undo', { ids: ids.toReversed(), versions: [2, 2] })
    const { rows } = await sql<{ record_id: number }>`
      select record_id from audit_log where resource = 'books' and record_id = any(${ids}::bigint[])
        and version = 3 order by id`.execute(server.backend.database.sql)
    expect(rows.map(({ record_id }) => record_id)).toEqual(ids)
  })
})
