import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'

import { defineResource, field } from '#schema'
import type { Schedule } from '#server'

import type { Database } from '../../../src/server/kernel/database.ts'
import type { Rhythm } from '../../../src/server/kernel/jobs.ts'
import { nextRun } from '../../../src/server/jobs/schedules/rhythm.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { declared, jobsBackend } from './setting.ts'

const loan = defineResource('loans', {
  permission: 'loan',
  fields: { title: field.text(), is_overdue: field.boolean({ default: false }) },
  title: 'title',
  list: ['title', 'is_overdue'],
  form: ['title'],
})

let database: Database
beforeAll(async () => {
  database = await createTestDatabase([...declared, loan])
})
afterAll(() => database.close())
beforeEach(() => sql`delete from schedule_runs`.execute(database.sql))

/** A node that works on one schedule. */
async function node(schedule: Schedule) {
  const { jobs } = jobsBackend(database, [])
  jobs.schedule('loans.overdue', schedule)
  return jobs
}

const stored = async () =>
  (
    await sql<{ state: string; problem: string | null; is_due: boolean }>`
      select state, problem, next_at <= now() as is_due from schedules where name = 'loans.overdue'
    `.execute(database.sql)
  ).rows[0]

describe('a schedule', () => {
  it('writes through the records of resources, audited as done by no person', async () => {
    await sql`insert into loans (title) values ('Walden')`.execute(database.sql)
    const jobs = await node({
      every: 60,
      async run({ records }) {
        for (const { id } of await records(loan).find({ is_overdue: false })) {
          await records(loan).update(id, { is_overdue: true })
        }
      },
    })
    await jobs.upkeep()
    const { rows } = await sql`
      select a.user_id, a.action, a.after, l.is_overdue from loans l
      join audit_log a on a.resource = 'loans' and a.record_id = l.id`.execute(database.sql)
    expect(rows).toEqual([
      { user_id: null, action: 'update', after: { is_overdue: true }, is_overdue: true },
    ])
    expect(await stored()).toEqual({ state: 'done', problem: null, is_due: false })
  })

  it('that fails writes nothing, says why, and is due again soon', async () => {
    const jobs = await node({
      at: '02:30',
      async run({ records }) {
        await records(loan).create({ title: 'Never' })
        throw new Error('the library is closed')
      },
    })
    await jobs.upkeep()
    const { rows } = await sql`select from loans where title = 'Never'`.execute(database.sql)
    expect(rows).toEqual([])
    expect(await stored()).toMatchObject({ state: 'failed', problem: 'the library is closed' })
    const { rows: soon } = await sql<{ is_soon: boolean }>`
      select next_at < now() + interval '6 minutes' as is_soon from schedule_runs
      where name = 'loans.overdue'`.execute(database.sql)
    expect(soon).toEqual([{ is_soon: true }])
  })

  it('runs once across processes, also when all of them find it due', async () => {
    let runs = 0
    const run = async () => {
      runs += 1
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const nodes = await Promise.all([node({ every: 60, run }), node({ every: 60, run })])
    // As after a night in which no process worked.
    await sql`
      insert into schedule_runs (name, rhythm, next_at)
      values ('loans.overdue', 'any', now() - interval '1 day')`.execute(database.sql)
    // The first look waits for 15 seconds.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await Promise.all(nodes.map((jobs) => jobs.work()))
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    await expect.poll(async () => (await stored())?.state).toBe('done')
    await Promise.all(nodes.map((jobs) => jobs.stop()))
    expect(runs).toBe(1)
  })

  it.each<[string, Rhythm, string]>([
    ['every hour', { every: 60 }, '61 minutes'],
    ['at a time of the day', { at: '02:30' }, '25 hours'],
  ])('%s comes no later than that when the clock was put back', async (_, rhythm, longest) => {
    const jobs = await node({ ...rhythm, run: () => undefined })
    await jobs.upkeep()
    await sql`update schedule_runs set next_at = next_at + interval '3 days'`.execute(database.sql)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await jobs.work()
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    await expect
      .poll(async () => {
        const { rows } = await sql<{ is_soon: boolean }>`
          select next_at < now() + ${longest}::interval as is_soon from schedule_runs
          where name = 'loans.overdue'`.execute(database.sql)
        return rows
      })
      .toEqual([{ is_soon: true }])
    await jobs.stop()
  })

  it('that comes after the work has begun is refused, with the way out', async () => {
    const { jobs } = jobsBackend(database, [])
    await jobs.work()
    expect(() => jobs.schedule('late', { every: 1, run: () => undefined })).toThrow(
      'the schedule "late" comes after the work has begun: declare it under "schedules"',
    )
    await jobs.stop()
  })
})

test.each<[string, Rhythm]>([
  ['"25:00" is no time of a day, like 02:30', { at: '25:00' }],
  ['"2:30" is no time of a day, like 02:30', { at: '2:30' }],
  ['"Europe/Londn" is no time zone, like Europe/London', { at: '02:30', zone: 'Europe/Londn' }],
  ['`every` is in minutes, at least 1: 0', { every: 0 }],
  ['`every` is in minutes, at least 1: NaN', { every: Number.NaN }],
])('12.9 one that would never come, or always, is refused: %s', (fault, rhythm) => {
  const { jobs } = jobsBackend(database, [])
  const schedule: Schedule = { ...rhythm, run: () => undefined }
  expect(() => jobs.schedule('loans.overdue', schedule)).toThrow(
    `the schedule "loans.overdue": ${fault}`,
  )
})

test.each([
  ['a time of this day', 'UTC', '2027-01-10 01:00+00', '2027-01-10 02:30+00'],
  ['the next day, when the time has passed', 'UTC', '2027-01-10 03:00+00', '2027-01-11 02:30+00'],
  ['in its zone', 'Asia/Tokyo', '2027-01-10 01:00+00', '2027-01-10 17:30+00'],
  ['a time that clocks leave out', 'Europe/Berlin', '2027-03-28 00:00+00', '2027-03-28 01:30+00'],
  ['a time that comes twice', 'Europe/Berlin', '2027-10-30 23:00+00', '2027-10-31 01:30+00'],
  ['once, when it comes twice', 'Europe/Berlin', '2027-10-31 01:31+00', '2027-11-01 01:30+00'],
])('the next run is %s', async (_, zone, now, next) => {
  const query = nextRun({ at: '02:30', zone }, sql`${now}::timestamptz`)
  const { rows } = await sql<{ right: boolean }>`
    select ${query} = ${next}::timestamptz as right`.execute(database.sql)
  expect(rows).toEqual([{ right: true }])
})
