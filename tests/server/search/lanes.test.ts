import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { inLanes } from '../../../src/features/palette/lanes.server.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

const server = process.env['TEST_DATABASE_URL']

test('every task is answered, and a fault of one is the fault of all', async () => {
  const database = await createTestDatabase()
  const answers = await inLanes(database, [1, 2, 3], async (one, connection) => {
    const { rows } = await sql<{ n: number }>`select ${one}::int + 1 as n`.execute(connection)
    return rows[0]?.n
  })
  expect([...answers].sort()).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
  ])
  const broken = inLanes(database, [1], async (_, connection) =>
    sql`select nothing from nowhere`.execute(connection),
  )
  await expect(broken).rejects.toThrow('nowhere')
  await database.close()
})

test('what begins too late is not begun', async () => {
  const database = await createTestDatabase()
  const begun: number[] = []
  const answers = await inLanes(database, [1, 2, 3, 4], async (one) => {
    begun.push(one)
    await new Promise((resolve) => setTimeout(resolve, 1600))
    return one
  })
  expect(begun.length).toBeLessThan(3)
  expect([...answers.values()].filter((one) => one === undefined)).toHaveLength(4 - begun.length)
  expect(answers.size).toBe(4)
  await database.close()
})

test.runIf(server)('on a PostgreSQL server a slow statement ends alone', async () => {
  const database = await createTestDatabase()
  const began = performance.now()
  const answers = await inLanes(database, [9, 0, 0.1], async (seconds, connection) => {
    await sql`select pg_sleep(${seconds})`.execute(connection)
    return seconds
  })
  // Far from the nine seconds that it wanted.
  expect(performance.now() - began).toBeLessThan(7_000)
  expect(Object.fromEntries(answers)).toEqual({ 9: undefined, 0: 0, 0.1: 0.1 })
  const limits = await Promise.all(
    [1, 2, 3].map(() => sql<object>`show statement_timeout`.execute(database.sql)),
  )
  expect(limits.map(({ rows }) => rows[0])).toEqual(
    limits.map(() => ({ statement_timeout: '30s' })),
  )
  await database.close()
})
