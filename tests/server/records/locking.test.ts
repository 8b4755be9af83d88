import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Sql } from '#server'

import { lockRecord } from '../../../src/server/records/read.ts'
import { book, librarian, library } from '../../fixtures/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { userWith } from '../../fixtures/user.ts'
import { othersWait } from '../../fixtures/waiting.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await createTestServer({ resources: library })
  admin = await server.user(librarian)
}, 60_000)
afterAll(() => server.close())

const created = async (path: string, body: object): Promise<number> =>
  (await admin.post(path, body)).body.data.id

test('who waited for a lock reads the references that were written meanwhile', async () => {
  const { database } = server.backend
  const author = await created('/library/author', { name: 'Ursula' })
  const [saga, essay] = [
    await created('/genres', { name: 'Saga' }),
    await created('/genres', { name: 'Essay' }),
  ]
  const id = await created('/books', { title: 'Malafrena', author, genres: [saga] })
  const waiter = await database.sql.transaction().execute(async (first: Sql) => {
    await sql`update books set version = version + 1 where id = ${id}`.execute(first)
    await sql`update books_genres set target_id = ${essay} where record_id = ${id}`.execute(first)
    const second = database.sql
      .transaction()
      .execute((other: Sql) => lockRecord(book, userWith(...librarian), id, 'edit', other))
    await othersWait(database, first)
    return { second }
  })
  expect(await waiter.second).toMatchObject({ version: 2, genres: [essay] })
})
