import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)

afterAll(() => database.close())

const valueOf = async (expression: string) => {
  const query = sql.raw<{ value: unknown }>(`select ${expression} as value`)
  return (await query.execute(database.sql)).rows[0]?.value
}

test.each([
  ['1::bigint', 1],
  ['(select count(*) from generate_series(1, 3))', 3],
  ['9007199254740991::bigint', 9_007_199_254_740_991],
  ['12.50::numeric(12,2)', 12.5],
  ['1::integer', 1],
  ['true', true],
  ['null::bigint', null],
  [`timestamptz '2026-01-31 14:30:00.123+02'`, '2026-01-31T12:30:00.123Z'],
  [`timestamptz '2026-01-31 14:30:00Z'`, '2026-01-31T14:30:00Z'],
  [`timestamptz '2026-01-31 14:30:00.123456Z'`, '2026-01-31T14:30:00.123456Z'],
  [`'infinity'::timestamptz`, 'infinity'],
  [`date '2026-01-31'`, '2026-01-31'],
  [`'{"a": [1, null], "b": "ü"}'::jsonb`, { a: [1, null], b: 'ü' }],
  [`'null'::jsonb`, null],
  [`array['a', 'b c', '"', null, 'ü']`, ['a', 'b c', '"', null, 'ü']],
  [`'{}'::text[]`, []],
  ['array[1, null, 3]::bigint[]', [1, null, 3]],
  ['array[1.5]::numeric[]', [1.5]],
  [`array[timestamptz '2026-01-31 14:30:00Z']`, ['2026-01-31T14:30:00Z']],
])('%s arrives as JSON would carry it', async (expression, value) => {
  expect(await valueOf(expression)).toEqual(value)
})

test('bytes arrive as bytes', async () => {
  const value = await valueOf(String.raw`'\x00ff10'::bytea`)
  expect(value).toBeInstanceOf(Uint8Array)
  expect([...(value as Uint8Array)]).toEqual([0, 255, 16])
})

test('every kind of parameter comes back as it was given', async () => {
  const given = {
    a: 7,
    b: 'it’s "quoted" \\ ✓',
    c: false,
    d: '2026-01-31T12:30:00.5Z',
    e: ['x', 'y "z"', '{}'],
    f: [1, 2],
    g: null,
    h: new Uint8Array([1, 2, 3]),
  }
  const { rows } = await sql<typeof given>`
    select ${given.a}::bigint as a, ${given.b}::text as b, ${given.c}::boolean as c,
      ${given.d}::timestamptz as d, ${given.e}::text[] as e, ${given.f}::bigint[] as f,
      ${given.g}::date as g, ${given.h}::bytea as h
  `.execute(database.sql)
  const { h, ...rest } = rows[0]!
  expect({ ...rest, h: new Uint8Array(h) }).toEqual(given)
})

test('a failed statement tells the code of PostgreSQL and leaves the connection usable', async () => {
  await expect(valueOf('1/0')).rejects.toMatchObject({ code: '22012' })
  await expect(sql`select ${'x'}::int`.execute(database.sql)).rejects.toMatchObject({
    code: '22P02',
  })
  expect(await valueOf('1')).toBe(1)
})

test('a unique index that refuses a value is named in the error', async () => {
  await sql`create table once (a int); create unique index once_a_key on once (a)`.execute(
    database.sql,
  )
  await sql`insert into once values (1)`.execute(database.sql)
  await expect(sql`insert into once values (1)`.execute(database.sql)).rejects.toMatchObject({
    code: '23505',
    constraint: 'once_a_key',
    table: 'once',
  })
})

test('a transaction that throws leaves nothing', async () => {
  await sql`create table tried (a int)`.execute(database.sql)
  const work = database.sql.transaction().execute(async (transaction) => {
    await sql`insert into tried values (1)`.execute(transaction)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await valueOf('(select count(*) from tried)')).toBe(0)
})

test('transactions at the same time do not see each other half-way', async () => {
  await sql`create table steps (a int); insert into steps values (0)`.execute(database.sql)
  const add = () =>
    database.sql.transaction().execute(async (transaction) => {
      const query = sql<{ a: number }>`select a from steps for update`
      const a = (await query.execute(transaction)).rows[0]?.a ?? 0
      await sql`update steps set a = ${a + 1}`.execute(transaction)
    })
  await Promise.all(Array.from({ length: 20 }, add))
  expect(await valueOf('(select a from steps)')).toBe(20)
})
