import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Sql } from '../../../src/server/kernel/database.ts'
import { recount } from '../../../src/server/statistics/recount.ts'
import { awayFromMidnight } from '../../fixtures/work/midnight.ts'
import type { Client, TestServer } from '../../fixtures/server.ts'
import { club, ended, imported, openClub, permissions, sums, truth, type Sum } from './club.ts'

let server: TestServer
let user: Client

beforeAll(async () => {
  await awayFromMidnight()
  today = new Date().toISOString().slice(0, 10)
  server = await openClub()
  user = await server.user(permissions)
  await server.backend.jobs.work()
}, 360_000)
afterAll(() => server.close())

let today: string

const run = (statement: ReturnType<typeof sql>) => statement.execute(server.backend.database.sql)

const anew = () =>
  server.backend.database.sql.transaction().execute((transaction) => recount(club, transaction))

async function create(more: object = {}): Promise<number> {
  const { status, body } = await user.post('/members', { name: 'Ada', ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

/** What some writes change in the sums. */
async function difference(work: () => Promise<unknown>): Promise<Sum[]> {
  const before = new Map((await sums(server)).map((one) => [`${one.name} ${one.day}`, one]))
  await work()
  const after = await sums(server)
  const gone = [...before.values()]
    .filter(({ name, day }) => !after.some((one) => one.name === name && one.day === day))
    .map((one) => ({ ...one, value: -one.value }))
  const moved = after.map((one) => ({
    ...one,
    value: one.value - (before.get(`${one.name} ${one.day}`)?.value ?? 0),
  }))
  return [...moved, ...gone].filter(({ value }) => value !== 0)
}

describe('a write of one record', () => {
  test('counts a new record on its day, and each of its own days', async () => {
    const changed = await difference(() =>
      create({ joined: '2026-01-31', seen_at: '2026-02-01T00:30:00+02:00' }),
    )
    expect(changed).toEqual([
      { name: 'joiners', day: '2026-01-31', value: 1 },
      { name: 'members', day: today, value: 1 },
      { name: 'visits', day: '2026-01-31', value: 1 },
    ])
  })

  test('D7: counts in a sum with a filter what matches it, and what begins or ceases to match', async () => {
    const values = { joined: '2020-02-02', is_trial: true }
    const trials = { name: 'trials', day: '2020-02-02' }
    let id = 0
    expect(await difference(async () => (id = await create(values)))).toContainEqual({
      ...trials,
      value: 1,
    })
    const change = (changes: object) => () => user.put(`/members/${id}`, changes)
    expect(await difference(change({ is_trial: false }))).toEqual([{ ...trials, value: -1 }])
    expect(await difference(change({ is_trial: true }))).toEqual([{ ...trials, value: 1 }])
    await anew()
    expect(await sums(server)).toContainEqual({ ...trials, value: 1 })
  })

  test('counts a refused record nowhere', async () => {
    expect(await difference(() => user.post('/members', { joined: '2026-01-31' }))).toEqual([])
  })

  test('moves a record whose day changes from the old day to the new one', async () => {
    const id = await create({ joined: '2026-03-01' })
    const move = () => user.put(`/members/${id}`, { joined: '2026-03-02' })
    expect(await difference(move)).toEqual([
      { name: 'joiners', day: '2026-03-02', value: 1 },
      { name: 'joiners', day: '2026-03-01', value: -1 },
    ])
  })

  test('leaves the sums alone when only the hour changes', async () => {
    const id = await create({ seen_at: '2026-03-03T10:00:00Z' })
    const later = () => user.put(`/members/${id}`, { seen_at: '2026-03-03T23:59:59Z' })
    expect(await difference(later)).toEqual([])
  })

  test('counts to the quarter of an hour, with which the days of every time zone begin', async () => {
    const id = await create({ seen_at: '2026-03-05T10:14:59.999Z' })
    const quarters = async () => {
      const { rows } = await sql<{ at: string }>`
        select at from statistics where name = 'visits' and at::date = '2026-03-05'
        group by at having sum(value) <> 0`.execute(server.backend.database.sql)
      return rows.map(({ at }) => at)
    }
    expect(await quarters()).toEqual(['2026-03-05T10:00:00Z'])
    await user.put(`/members/${id}`, { seen_at: '2026-03-05T10:15:00Z' })
    expect(await quarters()).toEqual(['2026-03-05T10:15:00Z'])
    await anew()
    expect(await quarters()).toEqual(['2026-03-05T10:15:00Z'])
  })

  test('takes an emptied day and a deleted record back', async () => {
    const id = await create({ joined: '2026-04-01', seen_at: '2026-04-02T10:00:00Z' })
    const empty = () => user.put(`/members/${id}`, { joined: null })
    expect(await difference(empty)).toEqual([{ name: 'joiners', day: '2026-04-01', value: -1 }])
    expect(await difference(() => user.delete(`/members/${id}`))).toEqual([
      { name: 'members', day: today, value: -1 },
      { name: 'visits', day: '2026-04-02', value: -1 },
    ])
  })

  test('counts what an action writes through the records of its context', async () => {
    const id = await create()
    const visit = () => user.post(`/members/${id}/visit`, { seen_at: '2026-05-01T10:00:00Z' })
    expect(await difference(visit)).toEqual([{ name: 'visits', day: '2026-05-01', value: 1 }])
  })

  test('counts nothing that is rolled back', async () => {
    const id = await create({ name: 'Founder' })
    const fail = async () => {
      const { status } = await user.post(`/members/${id}/visit`, {
        seen_at: '2026-05-02T10:00:00Z',
      })
      expect(status).toBe(404)
    }
    expect(await difference(fail)).toEqual([])
  })
})

describe('one statement', () => {
  const statements = async () => {
    const { rows } = await sql<{ count: number }>`
      select last_value - (not is_called)::int as count from sums_written`.execute(
      server.backend.database.sql,
    )
    return rows[0]?.count ?? 0
  }
  const written = async (work: () => Promise<unknown>) => {
    const before = await statements()
    await work()
    return (await statements()) - before
  }

  beforeAll(() =>
    run(sql`
      create sequence sums_written;
      create function sum_written() returns trigger language plpgsql as
        $$ begin
          -- The upkeep puts slots together whenever it likes.
          if current_query() not like '%gone as%' then perform nextval('sums_written'); end if;
          return null;
        end $$;
      create trigger sum_written after insert on statistics
        for each statement execute function sum_written()`),
  )
  afterAll(() => run(sql`drop trigger sum_written on statistics; drop function sum_written`))

  test('counts all of a transaction', async () => {
    expect(await written(() => create({ joined: today, seen_at: `${today}T10:00:00Z` }))).toBe(1)
  })

  test('is not even needed where nothing is counted', async () => {
    expect(await written(() => user.post('/guests', { name: 'Ada' }))).toBe(0)
    const id = await create()
    expect(await written(() => user.put(`/members/${id}`, { name: 'Bea' }))).toBe(0)
  })

  test('counts a bulk change, without the records that refuse it', async () => {
    const ids = [await create(), await create({ name: 'Founder' }), await create()]
    const values = { seen_at: '2026-06-01T10:00:00Z' }
    const visit = async () => {
      const { body } = await user.post('/members/bulk/visit', { ids, values })
      expect(body.data).toMatchObject({ done: 2, skipped: 1 })
    }
    let changed: Sum[] = []
    expect(await written(async () => (changed = await difference(visit)))).toBe(1)
    expect(changed).toEqual([{ name: 'visits', day: '2026-06-01', value: 2 }])
  })

  test('counts each chunk of a bulk job', async () => {
    for (let count = 0; count < 101; count += 1) await create({ card: `bulk-${count}` })
    const { rows } = await sql<{ id: number }>`
      select id from members where card like 'bulk-%'`.execute(server.backend.database.sql)
    const remove = async () => {
      const ids = rows.map(({ id }) => id)
      const { body } = await user.post('/members/bulk/delete', { ids })
      await ended(server, body.data.job_id)
    }
    let changed: Sum[] = []
    expect(await written(async () => (changed = await difference(remove)))).toBe(1)
    expect(changed).toEqual([{ name: 'members', day: today, value: -101 }])
  })

  test('counts the rows of an imported chunk, those that came in and those that were refused', async () => {
    const lines = [
      'Ada,1-a,2026-07-01,',
      'Bea,1-b,,2026-07-02 10:00:00',
      'Cy,1-a,2026-07-01,',
      ',,,',
    ]
    let changed: Sum[] = []
    const work = async () => (changed = await difference(() => imported(server, user, lines)))
    expect(await written(work)).toBe(1)
    expect(changed).toEqual([
      { name: 'joiners', day: '2026-07-01', value: 1 },
      { name: 'members', day: today, value: 2 },
      { name: 'refused_members', day: today, value: 1 },
      { name: 'visits', day: '2026-07-02', value: 1 },
    ])
  })
})

describe('a recount', () => {
  test('makes lost and wrong sums right again, and leaves sums that nothing declares', async () => {
    await create({ joined: '2026-08-01' })
    await run(sql`update statistics set value = value + 7`)
    await run(
      sql`insert into statistics values ('members', '2001-01-01', 3, 5), ('calls', '2026-01-01', 0, 4)`,
    )
    await anew()
    const calls = { name: 'calls', day: '2026-01-01', value: 4 }
    expect(await sums(server)).toEqual([calls, ...(await truth(server))])
    expect(await sums(server, 'day')).toEqual(await truth(server))
    await run(sql`delete from statistics where name = 'calls'`)
  })

  test('takes as long as it takes: the records may be millions', async () => {
    const limitAfter = (work: (transaction: Sql) => Promise<void>) =>
      server.backend.database.sql.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 30000`.execute(transaction)
        await work(transaction)
        const { rows } = await sql`show statement_timeout`.execute(transaction)
        return rows
      })
    expect(await limitAfter(async () => {})).toEqual([{ statement_timeout: '30s' }])
    const recounted = await limitAfter((transaction) => recount(club, transaction))
    expect(recounted).toEqual([{ statement_timeout: '0' }])
  })
})

const day = fc.constantFrom('2026-01-01', '2026-01-02', '2025-12-31')
const moment = fc
  .tuple(day, fc.constantFrom('00:00:00', '23:59:59', '12:00:00'))
  .map(([one, time]) => `${one}T${time}Z`)
const values = fc.record(
  { joined: fc.option(day), seen_at: fc.option(moment), is_trial: fc.boolean() },
  { requiredKeys: [] },
)
const which = fc.nat({ max: 40 })
const some = fc.uniqueArray(which, { minLength: 1, maxLength: 6 })
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('create' as const), values }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('update' as const), which, values }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('delete' as const), which }) },
  { arbitrary: fc.record({ act: fc.constant('bulk update' as const), some, values }), weight: 2 },
  {
    arbitrary: fc.record({ act: fc.constant('bulk visit' as const), some, seen_at: moment }),
    weight: 2,
  },
  { arbitrary: fc.record({ act: fc.constant('bulk delete' as const), some }), weight: 1 },
  {
    arbitrary: fc.record({
      act: fc.constant('import' as const),
      rows: fc.array(fc.record({ name: fc.constantFrom('Ada', ''), joined: fc.option(day) }), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
    weight: 1,
  },
)

type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

async function perform(one: Act, ids: readonly number[]): Promise<void> {
  const idOf = (place: number) => ids[place % ids.length] ?? 0
  switch (one.act) {
    case 'create':
      return void (await user.post('/members', { name: 'Ada', ...one.values }))
    case 'update':
      return void (await user.put(`/members/${idOf(one.which)}`, one.values))
    case 'delete':
      return void (await user.delete(`/members/${idOf(one.which)}`))
    case 'bulk update':
      return void (await user.post('/members/bulk/update', {
        ids: one.some.map(idOf),
        values: one.values,
      }))
    case 'bulk visit':
      return void (await user.post('/members/bulk/visit', {
        ids: one.some.map(idOf),
        values: { seen_at: one.seen_at },
      }))
    case 'bulk delete':
      return void (await user.post('/members/bulk/delete', { ids: one.some.map(idOf) }))
    case 'import':
      return imported(
        server,
        user,
        one.rows.map(({ name, joined }) => `${name},,${joined ?? ''},`).concat('Ada,,no day,'),
      )
  }
}

test('after any creates, updates, deletes and imports the sums are those of a recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      await create({ name: 'Founder', joined: '2026-01-01' })
      for (const one of acts) {
        const { rows } = await sql<{
          id: number
        }>`select id from members order by id desc limit 12`.execute(server.backend.database.sql)
        await perform(
          one,
          rows.map(({ id }) => id),
        )
      }
      const found = await sums(server)
      expect(found).toEqual(await truth(server))
      expect(await sums(server, 'day')).toEqual(found)
      await anew()
      expect(await sums(server)).toEqual(found)
    }),
    { numRuns: 8 },
  )
}, 200_000)

test('writers at the same moment lose nothing and wait in no circle', async () => {
  const before = (await sums(server)).find(({ name, day }) => name === 'members' && day === today)
  const write = (number: number) =>
    create({ joined: number % 2 ? '2026-09-01' : '2026-09-02', seen_at: '2026-09-03T10:00:00Z' })
  await Promise.all(Array.from({ length: 60 }, (_, number) => write(number)))
  const found = await sums(server)
  expect(found).toEqual(await truth(server))
  expect(await sums(server, 'day')).toEqual(found)
  expect(found).toContainEqual({ name: 'members', day: today, value: (before?.value ?? 0) + 60 })
})
