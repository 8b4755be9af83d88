import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { followCaps } from '../../../resources/sending/engine/wakeSends.server.ts'
import type { Client } from '../../fixtures/server.ts'
import { createSending, type Sending } from '../../fixtures/sending.ts'

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

const cap = (limit: number) => ({ period: 'total', counts: 'attempted', limit })
