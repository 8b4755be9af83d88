import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)

afterAll(() => database.close())

const notify = (channel: string, text: string) =>
  sql`select pg_notify(${channel}, ${text})`.execute(database.sql)

test('a notification reaches everybody on its channel, and nobody after they stopped', async () => {
  const first = vi.fn()
  const second = vi.fn()
  const stopFirst = await database.listen('Odd "name"', first)
  const stopSecond = await database.listen('Odd "name"', second)
  await notify('other', 'x')
  await notify('Odd "name"', 'one')
  await expect.poll(() => second.mock.calls).toEqual([['one']])
  await stopFirst()
  await notify('Odd "name"', 'two')
  await expect.poll(() => second.mock.calls).toEqual([['one'], ['two']])
  expect(first.mock.calls).toEqual([['one']])
  await stopSecond()
})

test('a notification of a transaction comes when it commits, and not when it fails', async () => {
  const heard = vi.fn()
  const stop = await database.listen('events', heard)
  const fail = database.sql.transaction().execute(async (transaction) => {
    await sql`select pg_notify('events', 'undone')`.execute(transaction)
    throw new Error('no')
  })
  await expect(fail).rejects.toThrow('no')
  await database.sql.transaction().execute(async (transaction) => {
    await sql`select pg_notify('events', 'done')`.execute(transaction)
  })
  await expect.poll(() => heard.mock.calls).toEqual([['done']])
  await stop()
})

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a lost connection listens again and says that something may have been missed',
  async () => {
    const heard = vi.fn()
    await database.listen('again', heard)
    await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'
  `.execute(database.sql)
    await vi.waitFor(
      async () => {
        await notify('again', 'back')
        expect(heard).toHaveBeenCalledWith('back')
      },
      { timeout: 5_000, interval: 200 },
    )
    expect(heard.mock.calls[0]).toEqual([''])
  },
)
