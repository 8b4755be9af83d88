import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { daysAfter, localTime } from '#schema'
import { transactAsProcess } from '#server'

import type { DueSend } from '../../../../resources/sending/engine/dueSend.server.ts'
import { keepPace } from '../../../../resources/sending/engine/keepPace.server.ts'
import { applyOutcomes } from '../../../../resources/sending/engine/outcome/outcomes.server.ts'
import { sendJob } from '../../../../resources/sending/engine/sendJob.server.ts'
import type { Pacing } from '../../../../resources/sending/engine/pacing.ts'
import type { Client } from '../../../fixtures/server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
let admin: Client

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
  await sending.query(`update users set is_sender = true`)
}, 60_000)
afterAll(() => sending.close())

afterEach(() => sending.clearLine())

/** A running job of so many leads. */
async function newJob(parameters: object, total = 10): Promise<number> {
  const [{ id }] = await sending.query(`
    insert into jobs (type, name, "user", state, total, pending, parameters)
    values ('sends.lead_send', 'Send', ${admin.id}, 'running', ${total}, ${total},
      '${JSON.stringify(parameters)}') returning id`)
  return id
}

const stateOf = async (job: number) =>
  (await sending.query(`select state from jobs where id = ${job}`))[0].state

test.each([
  [2, 10, 'running'],
  [3, 10, 'paused'],
  // It ends, as there is nothing to stop.
  [4, 4, 'running'],
])('G25: of the first 4 %d fail, where half may: a job of %d is %s', async (fail, of, state) => {
  const department = await sending.department('success')
  const job = await newJob({ stop_first: 4, stop_percent: 50 }, of)
  await sending.plan(await sending.leads(4), { departments: [department], job })
  const { claimed } = await sending.claim()
  const outcomeAt = (at: number) => (at < fail ? ('rejected' as const) : ('success' as const))
  await transactAsProcess(sending.server.backend, (context) =>
    applyOutcomes(
      claimed.map((send, at) => ({ send, outcome: { outcome: outcomeAt(at) }, ms: 1 })),
      context,
    ),
  )
  expect(await stateOf(job)).toBe(state)
})

test.each([
  [10, 'running'],
  [11, 'paused'],
])(
  '6.6: of the first 20 %d fail, where nobody has said a rule: a job is %s',
  async (fail, state) => {
    const department = await sending.department('success')
    const job = await newJob({}, 30)
    await sending.plan(await sending.leads(20), { departments: [department], job })
    const { claimed } = await sending.claim()
    const outcomeAt = (at: number) => (at < fail ? ('unknown' as const) : ('success' as const))
    const ended = claimed.map((send, at) => ({ send, outcome: { outcome: outcomeAt(at) }, ms: 1 }))
    await sending.write(ended.slice(0, -1))
    expect(await stateOf(job)).toBe('running')
    await sending.write(ended.slice(-1))
    expect(await stateOf(job)).toBe(state)
  },
)

test.each(['queued', 'paused'])(
  'G25: a job that is %s while its first calls end rests, and says why',
  async (state) => {
    const department = await sending.department('success')
    const job = await newJob({ stop_first: 4, stop_percent: 50 })
    await sending.plan(await sending.leads(4), { departments: [department], job })
    const { claimed } = await sending.claim()
    // It was resumed and waits for its turn, or a person has paused it with calls under way.
    await sending.query(`update jobs set state = '${state}' where id = ${job}`)
    const outcome = { outcome: 'rejected' } as const
    await sending.write(claimed.map((send) => ({ send, outcome, ms: 1 })))
    const [{ message, ...one }] = await sending.query(
      `select state, message from jobs where id = ${job}`,
    )
    expect(one).toEqual({ state: 'paused' })
    expect(String(message)).toContain('of_the_first_sends_failed')
  },
)

test('G25: a job that is cancelled takes nothing back that a person has sent again', async () => {
  const department = await sending.department('redirect')
  const job = await newJob({})
  await sending.plan(await sending.leads(2), { departments: [department], job })
  await sending.work()
  const [first] = await sending.sends(department)
  expect((await admin.post(`/lead/history/${first.id}/retry`)).status).toBe(200)
  const { takeBack } = sendJob('lead.send')
  const { backend } = sending.server
  const left = await backend.database.sql
    .transaction()
    .execute(async (sql) => takeBack?.({ id: job } as never, { backend, sql } as never))
  expect(left).toBe(0)
  expect((await sending.sends(department)).map(({ state }) => state)).toEqual(['pending', 'failed'])
})

describe('G8: the sends of a job that is paced', () => {
  const minute: Pacing = { interval_min: 60, interval_max: 60 }

  async function pacedJob(pacing: Pacing, count: number) {
    const department = await sending.department('success')
    const job = await newJob({ pacing, zone: 'UTC' })
    const plan = async (more: number) =>
      sending.plan(await sending.leads(more), { departments: [department], job, pacing })
    await plan(count)
    return { department, job, plan }
  }

  const due = (department: number) =>
    sending.query(`
      update sends set next_attempt_at = now(), scheduled_at = scheduled_at - interval '3 hours'
      where department = ${department} and next_attempt_at is not null`)

  /** Seconds from now on, to the moments at which sends of a department are due. */
  const ahead = async (department: number) =>
    (await sending.sends(department)).flatMap(({ next_attempt_at }) =>
      next_attempt_at ? Math.round((Date.parse(next_attempt_at) - Date.now()) / 1_000) : [],
    )

  const expectPaced = (seconds: readonly number[], first: number) => {
    for (const [at, one] of seconds.toSorted((a, b) => a - b).entries()) {
      expect(one).toBeGreaterThan(first + at * 60 - 10)
      expect(one).toBeLessThan(first + at * 60 + 10)
    }
  }

  test('follow each other after a rest that has made many of them due', async () => {
    const { department } = await pacedJob(minute, 5)
    await due(department)
    expect((await sending.claim()).claimed).toHaveLength(1)
    expectPaced(await ahead(department), 60)
    await due(department)
    expect((await sending.claim()).claimed).toEqual([])
    expectPaced(await ahead(department), 60)
    // The minute is over.
    await sending.query(`update send_paces set next_at = now()`)
    await due(department)
    expect((await sending.claim()).claimed).toHaveLength(1)
    expectPaced(await ahead(department), 60)
  })

  test('that are planned after a canary begin now, not when the canary ended', async () => {
    const { department, plan } = await pacedJob(minute, 2)
    await sending.query(`
      update sends set scheduled_at = scheduled_at - interval '3 hours', state = 'sent',
        next_attempt_at = null where department = ${department}`)
    await plan(3)
    expectPaced(await ahead(department), 0)
  })

  test('go out in their hours alone, when they are tried again or go on as well', async () => {
    const far = new Date(Date.now() + 2 * 86_400_000)
    const weekday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][far.getUTCDay()] ?? ''
    const hours: Pacing = { window_from: '09:00', window_to: '10:00', weekdays: [weekday] }
    const job = await newJob({ pacing: hours, zone: 'UTC' })
    const [first, second] = [
      await sending.department('unavailable', { department: { priority: 1 } }),
      await sending.department('success', { department: { priority: 2 } }),
    ]
    const leads = await sending.leads(2)
    // As if its hour were over when the first call has failed.
    await sending.plan(leads, { departments: [first, second], job })
    const opens = `${far.toISOString().slice(0, 10)}T09:00:00Z`
    await sending.query(`update sends set state = 'retrying' where lead = ${leads[0]}`)
    expect((await sending.claim()).claimed).toEqual([])
    for (const one of await sending.sends(first)) expect(one.next_attempt_at).toBe(opens)
  })

  test('are no more a day than was asked for, whatever was due before', async () => {
    const { department, job } = await pacedJob({ per_day: 2 }, 4)
    for (const expected of [2, 0]) {
      await due(department)
      expect((await sending.claim()).claimed).toHaveLength(expected)
    }
    expect(await sending.query(`select on_day from send_paces where job = ${job}`)).toEqual([
      { on_day: 2 },
    ])
    expect(Math.min(...(await ahead(department)))).toBeGreaterThan(0)
  })

  test('keep to their hours and days while clocks change, whenever all of them are made due', async () => {
    const zone = 'Europe/Berlin'
    const pacing: Pacing = {
      interval_min: 600,
      interval_max: 600,
      per_day: 4,
      window_from: '01:30',
      window_to: '03:30',
    }
    for (const eve of ['2027-03-27', '2027-10-30']) {
      const department = await sending.department('success')
      const job = await newJob({ pacing, zone })
      await sending.plan(await sending.leads(10), { departments: [department], job })
      let left = (await sending.sends(department)) as DueSend[]
      const called: number[] = []
      // By day, when none of them may go, looked at less often.
      const stepAt = (now: number) => (new Date(now).getUTCHours() < 4 ? 300_000 : 3_600_000)
      for (let now = Date.parse(`${eve}T20:00:00Z`); left.length > 0; now += stepAt(now)) {
        const open = await transactAsProcess(sending.server.backend, (context) =>
          keepPace(left, new Date(now), context.sql),
        )
        called.push(...open.map(() => now))
        left = left.filter((one) => !open.includes(one))
      }
      const shown = called.map((at) => localTime(at, zone))
      const days = [1, 2, 3].map((more) => daysAfter(eve, more))
      expect(shown.map((text) => text.slice(0, 10))).toEqual(
        days.flatMap((day, at) => Array(at < 2 ? 4 : 2).fill(day)),
      )
      for (const text of shown) expect(text.slice(11, 16)).toMatch(/^(01:[345]|02:|03:[012])/)
      for (const [at, one] of called.slice(1).entries()) {
        expect(one - (called[at] ?? 0)).toBeGreaterThanOrEqual(600_000)
      }
    }
  })

  test('are called at once that a person sends again', async () => {
    const { department } = await pacedJob(minute, 2)
    await sending.play(department, 'redirect')
    await due(department)
    await sending.work()
    const failed = (await sending.sends(department)).find(({ state }) => state === 'failed')
    expect((await admin.post(`/lead/history/${failed.id}/retry`)).status).toBe(200)
    expect((await sending.claim()).claimed.map(({ id }) => id)).toEqual([failed.id])
  })
})

test('a send in line says what it waits for', async () => {
  const waits = async (department: number) =>
    (await admin.get(`/lead/history/search?department=${department}&fields=id,waits_for`)).body.data
      .toSorted((one: any, other: any) => one.id - other.id)
      .map(({ waits_for }: any) => waits_for)
  const integration = { rate_count: 1, rate_seconds: 3_600, concurrency: 20 }
  const department = await sending.department('success', { integration })
  const job = await newJob({})
  await sending.plan(await sending.leads(2), { departments: [department], job })
  expect(await waits(department)).toEqual(['call', 'call'])
  await sending.work()
  expect(await waits(department)).toEqual([null, 'rate'])
  await sending.query(`update jobs set state = 'paused' where id = ${job}`)
  expect(await waits(department)).toEqual([null, 'job'])
  await sending.query(`update jobs set state = 'running' where id = ${job}`)
  await sending.query(
    `update send_integrations set state = 'paused' where department = ${department}`,
  )
  expect(await waits(department)).toEqual([null, 'integration'])

  const other = await sending.department('success')
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  await sending.plan(await sending.leads(1), { departments: [other], scheduled_at })
  const pacing = { interval_min: 60, interval_max: 60 }
  const paced = await newJob({ pacing, zone: 'UTC' })
  await sending.plan(await sending.leads(2), { departments: [other], job: paced, pacing })
  expect(await waits(other)).toEqual(['time', 'call', 'pace'])
})
