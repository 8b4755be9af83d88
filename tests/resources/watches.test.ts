import { randomUUID } from 'node:crypto'

import { transactAsProcess } from '#server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { counterOf } from '../../resources/sending/engine/caps/capPeriods.ts'
import { arabic } from '../arabic.ts'
import { watchSchedule } from '../../resources/watch/watchSchedule.server.ts'
import { createSending, type Sending } from '../fixtures/sending/sending.ts'

let sending: Sending
let manager: number
let integrator: number
let analyst: number

beforeAll(async () => {
  sending = await createSending({})
  manager = (await sending.server.as('Manager')).id
  integrator = (await sending.server.as('Integrator')).id
  analyst = (await sending.server.as('Analyst')).id
}, 60_000)
afterAll(() => sending.close())
beforeEach(() => sending.query('delete from notifications'))

const look = () =>
  transactAsProcess(sending.server.backend, async (context) => {
    await watchSchedule.run(context)
  })

/** What a user is told, and how often. */
const told = (event: string, user = manager) =>
  sending.query(
    `select message, count, resource, record_id from notifications
    where event = '${event}' and "user" = ${user} order by id`,
  )

/** A send of a new lead, as it stands by now. */
async function send(department: number, values: Record<string, string | null>) {
  const [lead] = await sending.leads(1)
  const names = Object.keys(values)
  await sending.query(
    `insert into sends (uuid, lead, department, integration, send_key, ${names.join()})
    select '${randomUUID()}', ${lead}, ${department}, i.id, '${randomUUID()}',
      ${names.map((name) => `${values[name] === null ? 'null' : `'${values[name]}'`}`).join()}
    from send_integrations i where i.department = ${department}`,
  )
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const named = async (department: number) =>
  (await sending.query(`select branch_name from broker_departments where id = ${department}`))[0]
    .branch_name

/** How the statuses of what a department took are asked for. */
const pullsBy = (department: number, mode: string) =>
  sending.query(
    `update send_integrations set pull_mode = '${mode}' where department = ${department}`,
  )

test('leads that were sent and got no ID are told once, to those who mend integrations', async () => {
  const department = await sending.department('success')
  await pullsBy(department, 'ids')
  await send(department, { state: 'sent', sent_at: ago(5), api_lead_id: 'B-1' })
  await look()
  expect(await told('sent_without_id', integrator)).toEqual([])
  await send(department, { state: 'sent', sent_at: ago(5) })
  await look()
  await look()
  const [notice, ...more] = await told('sent_without_id', integrator)
  expect(more).toEqual([])
  expect(notice).toMatchObject({ count: 1, resource: 'send_integrations' })
  expect(notice.message).toMatch(/no ID of 1 of them/)
})

test.each(['off', 'window', 'since'])(
  'an ID is missed by nobody where statuses are asked for so: %s',
  async (mode) => {
    await sending.query(`update sends set state = 'cancelled'`)
    const department = await sending.department('success')
    await pullsBy(department, mode)
    await send(department, { state: 'sent', sent_at: ago(5) })
    await look()
    expect(await told('sent_without_id', integrator)).toEqual([])
  },
)

test('outcomes that are unknown for more than an hour', async () => {
  const department = await sending.department('success')
  await send(department, { state: 'unknown', answered_at: ago(50) })
  await look()
  expect(await told('unknown_waiting')).toEqual([])
  await send(department, { state: 'unknown', answered_at: ago(70) })
  await look()
  const name = await named(department)
  const message = `One send to ${name} has had an unknown outcome for more than an hour.`
  expect(await told('unknown_waiting')).toMatchObject([{ message, record_id: department }])
})

test('what is only a test is told to nobody', async () => {
  await sending.query(`update sends set state = 'cancelled'`)
  const department = await sending.department('success')
  await pullsBy(department, 'ids')
  await send(department, { state: 'unknown', answered_at: ago(70), is_test: 'true', mode: 'test' })
  await send(department, { state: 'sent', sent_at: ago(5), is_test: 'true', mode: 'test' })
  await look()
  expect(await told('unknown_waiting')).toEqual([])
  expect(await told('sent_without_id', integrator)).toEqual([])
})

test.each([
  ['down', 'rejected', /took 20% of 25 leads in the last hour, and 90% of those/],
  ['up', 'sent', /took 100% of 25 leads in the last hour, and 10% of those/],
])('a share of accepted leads that goes %s at once', async (_, state, message) => {
  await sending.query(`update sends set state = 'cancelled'`)
  const department = await sending.department('success')
  const [accepted, rejected] = state === 'sent' ? [10, 90] : [90, 10]
  await sending.query(`
    insert into send_days (zone, day, is_short, department, accepted, rejected)
    values ('UTC', (now() at time zone 'UTC')::date - 2, true, ${department}, ${accepted}, ${rejected})`)
  for (let at = 0; at < 5; at += 1) {
    await send(department, { state: 'sent', answered_at: ago(5), api_lead_id: `S${at}` })
  }
  await look()
  expect(await told('success_share', integrator)).toEqual([])
  for (let at = 0; at < 20; at += 1) {
    await send(department, { state, answered_at: ago(5), api_lead_id: `R${at}` })
  }
  await look()
  await look()
  const notices = await told('success_share', integrator)
  expect(notices).toMatchObject([{ record_id: department, resource: 'broker_departments' }])
  expect(notices[0].message).toMatch(message)
})

test('leads that wait for a department that is closed', async () => {
  const department = await sending.department('success')
  const values = { state: 'waiting', failure_status: 'Outside opening hours' }
  await send(department, { ...values, next_attempt_at: ago(-60) })
  await look()
  const message = `One lead waits until ${await named(department)} opens.`
  expect(await told('department_closed')).toMatchObject([{ message }])
  expect(await told('department_closed', analyst)).toEqual([])
})

test('a cap that is used to 80 % and to 100 %, once in its period', async () => {
  const department = await sending.department('success')
  await sending.query(
    `insert into department_caps (department, period, "limit") values (${department}, 'total', 10)`,
  )
  const use = (count: number) =>
    sending.query(
      `insert into cap_counters (department, key, used)
      select d.id, concat_ws('|', 'total', 'accepted', '', '', ''), ${count}
      from broker_departments d where d.id = ${department}
      on conflict (department, key) do update set used = excluded.used`,
    )
  await use(7)
  await look()
  expect(await told('cap_nearly')).toEqual([])
  await use(8)
  await look()
  await sending.query(`update notifications set created_at = now() - interval '2 hours'`)
  await look()
  const name = await named(department)
  const nearly = `${name} has got 8 of the 10 leads that it takes in all.`
  expect(await told('cap_nearly')).toMatchObject([{ message: nearly, count: 1 }])
  await use(10)
  await look()
  const reached = `${name} has got all the leads that it takes in all: 10.`
  expect(await told('cap_reached')).toMatchObject([{ message: reached }])
})

test.each([
  ['hour', 'an hour'],
  ['day', 'a day'],
  ['week', 'a week'],
  ['month', 'a month'],
] as const)('a cap of one %s names it, and of which leads it is', async (period, words) => {
  const reader = (await sending.server.as('Manager')).speaking('ar')
  const department = await sending.department('success')
  const [country] = await sending.query(`select id, name from countries order by id limit 1`)
  await sending.query(
    `insert into department_caps (department, period, "limit", country)
    values (${department}, '${period}', 2, ${country.id})`,
  )
  const cap = { period, limit: 2, counts: 'accepted', country: country.id, source: null } as const
  const [{ timezone }] = await sending.query(
    `select timezone from broker_departments where id = ${department}`,
  )
  const { key } = counterOf(cap, new Date(), timezone)
  await sending.query(
    `insert into cap_counters (department, key, used) values (${department}, '${key}', 2)`,
  )
  await look()
  const name = `${await named(department)} (${country.name})`
  const message = `${name} has got all the leads that it takes ${words}: 2.`
  expect(await told('cap_reached')).toContainEqual(expect.objectContaining({ message }))
  const { data } = (await reader.get('/profile/notification/search')).body
  expect(data).toContainEqual(
    expect.objectContaining({
      event: 'cap_reached',
      values: expect.objectContaining({ period: arabic[`messages.cap_of_${period}`] }),
    }),
  )
})

test('a contract that ends in 30, 7 and 1 days, and one that is over', async () => {
  await sending.query('delete from notifications')
  const [broker] = await sending.query(
    `insert into brokers (name, contract_expires_in) values ('Ending', current_date + 31) returning id`,
  )
  const inDays = (days: number) =>
    sending.query(
      `update brokers set contract_expires_in = current_date + ${days} where id = ${broker.id}`,
    )
  const passed = () =>
    sending.query(
      `update notifications set created_at = now() - interval '40 days', updated_at = now() - interval '40 days'`,
    )
  for (const days of [31, 30, 29, 7, 6, 1, 0]) {
    await inDays(days)
    await look()
    // Between two of these days weeks pass.
    if (days === 29 || days === 6) await passed()
  }
  expect(await told('contract_ends')).toHaveLength(3)
  await inDays(-1)
  await look()
  const over = await told('contract_over')
  expect(over).toHaveLength(1)
  expect(over[0].message).toMatch(
    /^Ending: the contract ended on [A-Z][a-z]{2} \d\d, \d{4}\. Nothing/,
  )
})

test('a source whose cap is reached, whose leads fail, and that is silent', async () => {
  const [source] = await sending.query(
    `insert into sources (name, daily_cap) values ('Capped', 12) returning id`,
  )
  await sending.leads(11, { source: source.id })
  await sending.leads(1, { source: source.id, is_test: true })
  await sending.query(
    `insert into failed_leads (source, origin, reason_code, reason)
    select ${source.id}, 'import', 'bad_email', 'No address' from generate_series(1, 4)`,
  )
  await sending.query(
    `insert into failed_leads (source, origin, reason_code, reason, is_test)
    select ${source.id}, 'api', 'bad_email', 'A test of it', true from generate_series(1, 9)`,
  )
  await look()
  expect(await told('source_cap')).toEqual([])
  expect(await told('source_failing')).toEqual([])
  await sending.leads(1, { source: source.id })
  await sending.query(
    `insert into failed_leads (source, origin, reason_code, reason)
    select ${source.id}, 'import', 'bad_email', 'No address' from generate_series(1, 2)`,
  )
  await look()
  const cap = 'Capped has brought all the leads that it may bring today: 12.'
  expect(await told('source_cap')).toMatchObject([{ message: cap }])
  const failing = '6 of 18 leads of Capped failed within an hour.'
  expect(await told('source_failing')).toMatchObject([{ message: failing }])
  expect(await told('source_silent')).toEqual([])
  await sending.query(
    `update leads set created_at = now() - interval '25 hours' where source = ${source.id}`,
  )
  const [probe] = await sending.leads(1, { source: source.id })
  await sending.query(`update leads set is_test = true where id = ${probe}`)
  await look()
  await look()
  expect(await told('source_silent')).toMatchObject([{ count: 1 }])
})
