import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)

afterAll(() => database.close())

beforeEach(async () => {
  await sql`drop table if exists rows; create table rows (a int primary key, b text)`.execute(
    database.sql,
  )
})

const countOf = async () =>
  (await sql<{ n: number }>`select count(*) as n from rows`.execute(database.sql)).rows[0]?.n

const fill = (count: number) =>
  sql`insert into rows select n, repeat('x', 90) || ' ü ' || n from generate_series(1, ${sql.lit(count)}) n`.execute(
    database.sql,
  )

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('rows come out as text, whole and in order', async () => {
  await fill(40_000)
  const text = await textOf(database.copyOut('copy (select * from rows order by a) to stdout'))
  const wanted = Array.from(
    { length: 40_000 },
    (_, at) => `${at + 1}\t${'x'.repeat(90)} ü ${at + 1}\n`,
  )
  expect(text === wanted.join('')).toBe(true)
})

test('M6: a reader has ten minutes for all of it', async () => {
  const limit = `copy (select current_setting('statement_timeout')) to stdout`
  expect((await textOf(database.copyOut(limit))).trim()).toBe('10min')
})

test('a wrong statement is an error', async () => {
  await expect(textOf(database.copyOut('copy nowhere to stdout'))).rejects.toMatchObject({
    code: '42P01',
  })
  expect(await countOf()).toBe(0)
})

test('a reader that stops early leaves the database usable', async () => {
  await fill(40_000)
  for await (const piece of database.copyOut('copy rows to stdout')) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  expect(await countOf()).toBe(40_000)
  await database.sql.transaction().execute(async (transaction) => {
    await sql`delete from rows`.execute(transaction)
  })
  expect(await countOf()).toBe(0)
})
