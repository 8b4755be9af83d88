import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { followCaps } from '../../../../resources/sending/engine/wakeSends.server.ts'
import type { Client } from '../../../fixtures/server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
let admin: Client
beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())

afterEach(() => sending.clearLine())

const follow = () => transactAsProcess(sending.server.backend, (context) => followCaps.run(context))

const claim = async () => (await sending.claim(500)).claimed

interface Cap {
  readonly limit: number
  readonly country?: number
}

/** A department with caps in all. */
async function capped(caps: readonly Cap[]): Promise<number> {
  const department = await sending.department('success', { department: { cap_action: 'wait' } })
  await put(`/broker/department/${department}`, {
    caps: caps.map((one) => ({ period: 'total', counts: 'attempted', ...one })),
  })
  return department
}

const put = async (path: string, values: object) => {
  expect(await admin.put(path, values)).toMatchObject({ status: 200 })
}

/** Leads that were kept back by a full cap and wait until tomorrow. */
async function waiting(department: number, count: number, more: { country?: number } = {}) {
  const { country = null } = more
  const [last] = (await sending.leads(count, { country })).slice(-1)
  await sending.query(`
    insert into sends (uuid, lead, department, integration, broker, country, source, state, holds, send_key, failure_status, next_attempt_at)
    select uuid, l.id, ${department}, i.id, i.broker, l.country, l.source, 'waiting', true, uuid, 'Cap reached', now() + interval '1 day'
    from leads l join send_integrations i on i.department = ${department}
    where l.id > ${last! - count} and l.id <= ${last} order by l.id`)
}

const counted = async (department: number, which: string): Promise<number> => {
  const [{ count }] = await sending.query(
    `select count(*)::int as count from sends where department = ${department} and ${which}`,
  )
  return count
}
const due = (department: number) =>
  counted(department, `next_attempt_at <= now() and state in ('pending', 'waiting')`)

/** Takes the sends that are due as the engine would, all at once. */
const send = (department: number) =>
  sending.query(`
    with sent as (
      update sends set state = 'sent', next_attempt_at = null, failure_status = null
      where department = ${department} and next_attempt_at <= now() returning 1
    )
    insert into cap_counters (department, key, used)
    select ${department}, 'total|attempted|||', count(*) from sent
    on conflict (department, key) do update set used = cap_counters.used + excluded.used`)

test('a raised cap lets 20,000 waiting sends go in parts, all that there is room for and no more', async () => {
  const department = await capped([{ limit: 10 }])
  await waiting(department, 20_000)
  const values = { change: 'set', period: 'total', limit: 12_000 }
  const { status } = await admin.post(`/broker/department/${department}/caps`, values)
  expect([status, await due(department)]).toEqual([200, 1_000])
  for (let turn = 0; turn < 6; turn += 1) {
    await send(department)
    await follow()
    const sent = await counted(department, `state = 'sent'`)
    expect(sent + (await due(department))).toBeLessThanOrEqual(12_000)
  }
  expect(await counted(department, `state = 'sent'`)).toBe(12_000)
  expect([await due(department), await counted(department, `state = 'waiting'`)]).toEqual([
    0, 8_000,
  ])
}, 120_000)

test('what is in line already is counted before more goes on', async () => {
  const department = await capped([{ limit: 1 }])
  await waiting(department, 30)
  await put(`/broker/department/${department}`, { caps: [cap(10)] })
  expect(await due(department)).toBe(10)
  await put(`/broker/department/${department}`, { caps: [cap(12)] })
  await follow()
  expect(await due(department)).toBe(12)
  expect(await claim()).toHaveLength(12)
  await follow()
  expect(await due(department)).toBe(0)
})

test('leads of a country that is full do not stand before those of another', async () => {
  const [full, open] = (await sending.query(`select id from countries order by id limit 2`)).map(
    ({ id }) => id,
  )
  const ofFull = { period: 'total', counts: 'attempted', limit: 0, country: full }
  const department = await capped([{ limit: 1 }, { limit: 0, country: full }])
  await waiting(department, 20, { country: full })
  await waiting(department, 8, { country: open })
  await put(`/broker/department/${department}`, { caps: [cap(5), ofFull] })
  const claimed = await claim()
  expect(claimed).toHaveLength(5)
  const sent = await sending.query(
    `select distinct country from sends where id = any('{${claimed.map(({ id }) => id).join()}}')`,
  )
  expect(sent).toEqual([{ country: open }])
})

test('a department that rests, a job that rests and a time of their own are waited for', async () => {
  const department = await capped([{ limit: 1 }])
  await waiting(department, 6)
  const [first, second] = await sending.sends(department)
  await sending.query(
    `update sends set scheduled_at = now() + interval '2 days' where id = ${first.id}`,
  )
  const [{ id: job }] = await sending.query(
    `insert into jobs (type, name, "user", state) values ('sends.lead_send', 'Send', ${admin.id}, 'paused') returning id`,
  )
  await sending.query(`update sends set job = ${job} where id = ${second.id}`)
  await sending.query(`update broker_departments set is_active = false where id = ${department}`)
  await put(`/broker/department/${department}`, { caps: [cap(3)] })
  expect(await due(department)).toBe(0)
  await sending.query(`update broker_departments set is_active = true where id = ${department}`)
  await follow()
  expect(await due(department)).toBe(3)
  await put(`/broker/department/${department}`, { caps: [] })
  expect(await due(department)).toBe(4)
})

describe('a cap that comes in mid-period begins with what was taken in it', () => {
  const day = (limit: number, more: object = {}) => ({
    period: 'day',
    limit,
    counts: 'accepted',
    country: null,
    source: null,
    ...more,
  })
  /** How many of ten more leads a department has room for. */
  const room = async (department: number) => {
    const leads = await sending.leads(10)
    await sending.plan(leads, { departments: [department] })
    return (await claim()).length
  }
  const used = async (department: number) => {
    const { data } = (await admin.get(`/broker/department/search?id=${department}`)).body
    return data[0].cap_today
  }

  /** A department without caps, which has taken five leads, has two under way, one of which nobody knows of, and refused one. */
  async function busy(values: Record<string, unknown> = {}) {
    const department = await sending.department('success', { department: values })
    const leads = await sending.leads(8)
    await sending.plan(leads, { departments: [department] })
    expect(await claim()).toHaveLength(8)
    const end = (state: string, count: number) =>
      sending.query(`update sends set state = '${state}', leased_until = null, answered_at = now(),
        sent_at = case when '${state}' = 'sent' then now() end
        where id in (select id from sends where department = ${department} and state = 'sending' order by id limit ${count})`)
    await end('sent', 5)
    await end('unknown', 1)
    await end('rejected', 1)
    return department
  }

  test('when it is added to the department, and by the action', async () => {
    const ways: ((department: number) => Promise<unknown>)[] = [
      (department) => put(`/broker/department/${department}`, { caps: [day(10)] }),
      (department) =>
        admin.post(`/broker/department/${department}/caps`, {
          change: 'set',
          period: 'day',
          limit: 10,
        }),
    ]
    for (const add of ways) {
      const department = await busy()
      await add(department)
      expect(await used(department)).toBe('7 / 10')
      expect(await room(department)).toBe(3)
    }
  })

  test('when it comes to count attempts, those of a source, or by another clock', async () => {
    const department = await busy({ timezone: 'Pacific/Kiritimati' })
    const [{ source }] = await sending.sends(department)
    await put(`/broker/department/${department}`, { caps: [day(10)] })
    await put(`/broker/department/${department}`, { caps: [day(10, { source })] })
    expect(await used(department)).toBe('7 / 10')
    await put(`/broker/department/${department}`, { caps: [day(10, { counts: 'attempted' })] })
    expect(await used(department)).toBe('8 / 10')
    await put(`/broker/department/${department}`, { timezone: 'Pacific/Midway' })
    expect(await used(department)).toBe('8 / 10')
    expect(await room(department)).toBe(2)
  })

  test('what was taken before its period does not count', async () => {
    const department = await busy()
    await sending.query(`update sends set sent_at = now() - interval '2 days'
      where department = ${department} and state = 'sent'`)
    await put(`/broker/department/${department}`, { caps: [day(10)] })
    expect(await used(department)).toBe('2 / 10')
  })

  test('a place that turns out to be unused is given back', async () => {
    const department = await busy()
    await put(`/broker/department/${department}`, { caps: [day(10)] })
    const unknown = (await sending.sends(department)).find(({ state }) => state === 'unknown')
    const { status } = await admin.post(`/lead/history/${unknown.id}/resolve`, { outcome: 'leave' })
    expect([status, await used(department)]).toEqual([200, '6 / 10'])
  })
})

const cap = (limit: number) => ({ period: 'total', counts: 'attempted', limit })
