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

async function* lines(count: number): AsyncGenerator<string> {
  for (let a = 0; a < count; a++) yield `${a}\t${'x'.repeat(90)} ü ${a}\n`
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('lines go in, in several batches, and the same lines come out', async () => {
  expect(await database.copyIn('copy rows from stdin', lines(40_000))).toBe(40_000)
  const text = await textOf(database.copyOut('copy (select * from rows order by a) to stdout'))
  let wanted = ''
  for await (const line of lines(40_000)) wanted += line
  expect(text === wanted).toBe(true)
})

test('M6: a reader has ten minutes for all of it', async () => {
  const limit = `copy (select current_setting('statement_timeout')) to stdout`
  expect((await textOf(database.copyOut(limit))).trim()).toBe('10min')
})

test('nothing goes in from no lines', async () => {
  expect(await database.copyIn('copy rows from stdin', lines(0))).toBe(0)
})

test('one bad line anywhere leaves nothing of the whole file', async () => {
  async function* bad() {
    yield* lines(30_000)
    yield 'no number\tx\n'
  }
  await expect(database.copyIn('copy rows from stdin', bad())).rejects.toMatchObject({
    code: '22P02',
  })
  expect(await countOf()).toBe(0)
  expect(await database.copyIn('copy rows from stdin', lines(2))).toBe(2)
})

test('a source of lines that breaks leaves nothing', async () => {
  async function* broken() {
    yield* lines(30_000)
    throw new Error('lost the file')
  }
  await expect(database.copyIn('copy rows from stdin', broken())).rejects.toThrow('lost the file')
  expect(await countOf()).toBe(0)
})

test('a wrong statement is an error, in and out', async () => {
  await expect(database.copyIn('copy nowhere from stdin', lines(3))).rejects.toMatchObject({
    code: '42P01',
  })
  await expect(textOf(database.copyOut('copy nowhere to stdout'))).rejects.toMatchObject({
    code: '42P01',
  })
  expect(await countOf()).toBe(0)
})

test('a reader that stops early leaves the database usable', async () => {
  await database.copyIn('copy rows from stdin', lines(40_000))
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
