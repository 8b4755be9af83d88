import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { dailySums } from '#server'

import { migrate } from '../../../src/server/database/migration/migrate.ts'
import { engineDirectory } from '../../../src/server/database/migration/migrationFiles.ts'
import { packSums, recountOnce } from '../../../src/server/statistics/recount.ts'
import { createEmptyDatabase } from '../../fixtures/database.ts'
import type { Client, TestServer } from '../../fixtures/server.ts'
import { openClub, permissions, sums } from './club.ts'

let server: TestServer
let user: Client

beforeAll(async () => {
  server = await openClub()
  user = await server.user(permissions)
}, 60_000)
afterAll(() => server.close())

test('a day without a time is the same day in every time zone', async () => {
  const { backend } = server
  const today = new Date().toISOString().slice(0, 10)
  await user.post('/members', { name: 'Ada', joined: today })
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const [joiners] = await dailySums(backend, ['joiners'], { days: 3, zone })
    expect(joiners?.values[joiners.days.indexOf(today)] ?? 1, zone).toBe(1)
  }
})

test('the slots of quarters that are over become one, and nothing is lost', async () => {
  const { sql: database } = server.backend.database
  await sql`
    insert into statistics select 'visits', at, slot, 2
    from generate_series(0, 3) slot, (values (now() - interval '3 hours'), (now())) moment (at)`.execute(
    database,
  )
  const counted = await sums(server)
  await packSums(database)
  expect(await sums(server)).toEqual(counted)
  const { rows } = await sql`
    select at < now() - interval '1 hour' as is_over, count(*) as slots from statistics
    where name = 'visits' group by at order by at`.execute(database)
  expect(rows).toEqual([
    { is_over: true, slots: 1 },
    { is_over: false, slots: 4 },
  ])
  await sql`delete from statistics where name = 'visits'`.execute(database)
})

test('sums by day of an earlier release are made anew once, at the first start', async () => {
  const { backend } = server
  const counted = await sums(server)
  await sql`update statistics set value = 50`.execute(backend.database.sql)
  await sql`insert into chores values ('recount')`.execute(backend.database.sql)
  await recountOnce(backend)
  expect(await sums(server)).toEqual(counted)
  await sql`update statistics set value = 50`.execute(backend.database.sql)
  await recountOnce(backend)
  expect(await sums(server)).not.toEqual(counted)
})

test.each([
  ['asks for a recount where something was counted', `('leads', '2026-01-31', 0, 7)`, 1],
  ['asks for nothing on a new database', undefined, 0],
])(
  'the migration %s',
  async (_, row, chores) => {
    const directory = await mkdtemp(join(tmpdir(), 'engine-'))
    const database = await createEmptyDatabase()
    try {
      const first = '0001_engine.sql'
      await cp(join(engineDirectory, first), join(directory, first))
      await migrate(database, [directory])
      if (row) await sql.raw(`insert into statistics values ${row}`).execute(database.sql)
      await cp(engineDirectory, directory, { recursive: true })
      await migrate(database, [directory])
      const { rows } = await sql`select name from chores`.execute(database.sql)
      expect(rows).toHaveLength(chores)
      const days = await sql`select at, value from statistics where name not like '%/day'`.execute(
        database.sql,
      )
      expect(days.rows).toEqual(row ? [{ at: '2026-01-31T00:00:00Z', value: 7 }] : [])
    } finally {
      await database.close()
      await rm(directory, { recursive: true })
    }
  },
  60_000,
)
