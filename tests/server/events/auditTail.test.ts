import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import { createAuditTail } from '../../../src/server/events/tails.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

let database: Database
let last = 1_000

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => void (last += 10_000))
afterAll(() => database.close())

/** Rows under numbers of our choice: as if their transactions committed in this order. */
async function commit(...offsets: number[]): Promise<void> {
  await commitOf(offsets.map((offset) => [offset, offset]))
}

async function commitOf(rows: readonly (readonly [offset: number, record: number])[]) {
  await sql`
    insert into audit_log (id, action, resource, record_id, version) overriding system value
    select ${last} + n, 'update', 'books', record, 7
    from unnest(${rows.map(([n]) => n)}::integer[], ${rows.map(([, record]) => record)}::integer[])
      as written(n, record)
  `.execute(database.sql)
}

const ids = (changes: readonly { id: number | null }[]) => changes.map(({ id }) => id)

it('tells what was written since, once', async () => {
  await commit(1)
  const tail = createAuditTail(database.sql)
  await tail.skip()
  expect(await tail.read()).toEqual([])
  await commit(2, 3)
  expect(await tail.read()).toEqual([
    { resource: 'books', id: 2, version: 7 },
    { resource: 'books', id: 3, version: 7 },
  ])
  expect(await tail.read()).toEqual([])
})

it('B5: begins behind the newest change, whichever records were changed', async () => {
  await commitOf([
    [1, 90],
    [2, 50],
    [3, 10],
  ])
  const tail = createAuditTail(database.sql)
  await tail.skip()
  expect(await tail.read()).toEqual([])
  await commitOf([
    [4, 80],
    [5, 20],
  ])
  expect(ids(await tail.read())).toEqual([80, 20])
  expect(await tail.read()).toEqual([])
})

it('tells what was numbered earlier and committed later', async () => {
  await commit(1)
  const tail = createAuditTail(database.sql)
  await tail.skip()
  await commit(5)
  expect(ids(await tail.read())).toEqual([5])
  await commit(3)
  expect(ids(await tail.read())).toEqual([3])
  await commit(2, 4, 6)
  expect(ids(await tail.read())).toEqual([2, 4, 6])
  expect(await tail.read()).toEqual([])
})

it('tells what was under way when it began', async () => {
  await commit(1, 4)
  const tail = createAuditTail(database.sql)
  await tail.skip()
  await commit(2)
  expect(ids(await tail.read())).toEqual([2])
})

it('tells a flood by resource', async () => {
  await commit(1)
  const tail = createAuditTail(database.sql)
  await tail.skip()
  await commit(...Array.from({ length: 600 }, (_, n) => n + 2))
  expect(await tail.read()).toEqual([{ resource: 'books', id: null, version: null }])
  await commit(...Array.from({ length: 3_000 }, (_, n) => n + 1_000))
  expect(await tail.read()).toEqual([{ resource: 'books', id: null, version: null }])
  await commit(9_000)
  expect(ids(await tail.read())).toEqual([null])
})

it('leaves out what is about no record', async () => {
  const tail = createAuditTail(database.sql)
  await tail.skip()
  await sql`insert into audit_log (id, action) overriding system value values (${last + 1}, 'login')`.execute(
    database.sql,
  )
  expect(await tail.read()).toEqual([])
})

it('tells of a deletion as of a version that no list shows', async () => {
  await commit(1)
  const tail = createAuditTail(database.sql)
  await tail.skip()
  await sql`
    insert into audit_log (id, action, resource, record_id, version) overriding system value
    values (${last + 2}, 'delete', 'books', 2, 7)`.execute(database.sql)
  expect(await tail.read()).toEqual([{ resource: 'books', id: 2, version: 8 }])
})
