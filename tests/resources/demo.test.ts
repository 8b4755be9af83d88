import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { callOut, type Backend, type Database } from '#server'

import { business } from '../../resources/index.server.ts'
import { resources } from '../../resources/index.ts'
import { demoBroker } from '../../resources/sending/fakeBroker/demoBroker.server.ts'
import { startFakeBroker } from '../../resources/sending/fakeBroker/fakeBroker.server.ts'
import { demoUsers } from '../../resources/seed/accounts.ts'
import { demoAccounts } from '../../resources/seed/demo.ts'
import { readAnswer } from '../../resources/sending/integration/answer/readAnswer.server.ts'
import { type Reading } from '../../resources/sending/integration/answer/valuesIn.server.ts'
import { countTaken } from '../../resources/sending/engine/caps/countTaken.server.ts'
import { demoLeads, demoDays, type Ids } from '../../resources/seed/demoLeads.ts'
import { syncAccess } from '../../src/server/auth/access.ts'
import { verifyPassword } from '../../src/server/kernel/secrets/passwords.ts'
import { testBackend } from '../fixtures/backend.ts'
import { createTestDatabase } from '../fixtures/database.ts'

let database: Database
let backend: Backend
/** What statuses do before there is a demo. */
let rules: Awaited<ReturnType<typeof ruled>>

beforeAll(async () => {
  database = await createTestDatabase(resources)
  backend = testBackend(database, business)
  await syncAccess(backend)
  await business.seed(backend)
  rules = await ruled()
  await business.demo(backend)
})
afterAll(() => database.close())

const counted = async (query: string) =>
  (
    await sql<{ count: number }>`select count(*) as count from ${sql.raw(query)}`.execute(
      database.sql,
    )
  ).rows[0]?.count

test('what is unknown in the demo is what the engine would not know', async () => {
  const { rows } = await sql<Reading & { status: number; body: string; told: string }>`
    select i.rules, i.status_is_success, i.safe_to_repeat, i.id_paths, i.link_paths, i.status_paths,
      i.message_paths, i.price_paths, a.http_status as status, a.response as body, s.failure_message as told
    from sends s join send_attempts a on a.send = s.id join send_integrations i on i.id = s.integration
    where s.state = 'unknown'`.execute(database.sql)
  expect(rows.length).toBeGreaterThan(0)
  for (const { status, body, told, ...reading } of rows) {
    const answer = { kind: 'answer', status, body, headers: {}, isTruncated: false } as const
    expect(readAnswer(reading, answer)).toMatchObject({ outcome: 'unknown', message: told })
  }
})

test('the seed fills the reference tables', async () => {
  expect(await counted('countries')).toBe(249)
  expect(await counted('languages')).toBe(183)
  expect(await counted('statuses')).toBe(13)
  expect(await counted('locales where is_default and is_active')).toBe(1)
  expect(await counted('statuses where is_default')).toBe(1)
})

const ruled = async () =>
  (
    await sql`
      select t.name, r.scope, r.can_send, r.days_not_available, r.is_final, r.add_to_black_list
      from lead_status_settings r join statuses t on t.id = r.status order by t.position`.execute(
      database.sql,
    )
  ).rows

test('product.md 3.6: a new installation knows what its statuses do to leads, without a demo', async () => {
  const none = {
    scope: 'all',
    can_send: true,
    days_not_available: 0,
    is_final: false,
    add_to_black_list: false,
  }
  expect(rules).toEqual([
    { name: 'No answer', ...none, days_not_available: 3 },
    { name: 'Not interested', ...none, days_not_available: 90 },
    { name: 'Wrong number', ...none, can_send: false },
    { name: 'Do not call', ...none, can_send: false, add_to_black_list: true },
    { name: 'Deposit', ...none, can_send: false, is_final: true },
  ])
})

test('the demo has 2,000 leads over 12 countries and 8 sources, and 7 brokers', async () => {
  expect(await counted('leads')).toBe(2_000)
  expect(await counted('(select distinct country from leads) one')).toBe(12)
  expect(await counted('(select distinct source from leads) one')).toBe(8)
  expect(await counted('(select distinct status from leads) one')).toBe(13)
  expect(await counted('brokers')).toBe(7)
  expect(await counted('broker_departments')).toBeGreaterThan(6)
  expect(await counted('brokers_affiliate_companies')).toBeGreaterThan(6)
  expect(await counted('leads_tags')).toBeGreaterThan(500)
})

test('the leads of the demo are found by the black list from the first moment', async () => {
  expect(await counted('leads where email_key is not null and email_hmac is null')).toBe(0)
  expect(await counted('leads where uuid is null')).toBe(0)
})

test('the sums of the dashboard are those of the demo', async () => {
  const sum = (name: string) =>
    counted(`generate_series(1, (
    select sum(value) from statistics where name = '${name}')) one`)
  expect(await sum('leads')).toBe(2_000)
  expect(await sum('ftds')).toBe(await counted('leads where ftd_at is not null'))
})

test('the leads of the demo came in within sixty days, and some made a deposit', async () => {
  expect(await counted(`leads where created_at < now() - interval '${demoDays} days 1 hour'`)).toBe(
    0,
  )
  expect(await counted('leads where created_at > now()')).toBe(0)
  expect(await counted(`leads where created_at < now() - interval '30 days'`)).toBeGreaterThan(300)
  const deposits = await counted('leads where ftd_at is not null')
  expect(deposits).toBeGreaterThan(50)
  expect(await counted(`leads where stage = 'converted'`)).toBe(deposits)
})

test('the last day of the demo is a day as the week before', async () => {
  for (const [what, at] of [
    ['leads', 'created_at'],
    [`sends where state = 'sent'`, 'sent_at'],
  ] as const) {
    const within = (days: string) =>
      counted(`(select ${at} as at from ${what}) one where at > now() - interval '${days}'`)
    const [last = 0, week = 0] = [await within('1 day'), await within('8 days')]
    const usual = (week - last) / 7
    expect(last, what).toBeGreaterThan(usual * 0.6)
    expect(last, what).toBeLessThan(usual * 1.5)
  }
})

test('no two leads of the demo share a mailbox or a number, and nobody can be reached by them', async () => {
  expect(await counted('(select distinct email_key from leads) one')).toBe(2_000)
  expect(await counted('(select distinct phone_key from leads) one')).toBe(2_000)
  expect(await counted(`leads where email !~ '@example\\.(com|net|org)$'`)).toBe(0)
})

test('each word of a broker in the demo has the moment when it was told', async () => {
  expect(await counted('sends where broker_status is not null')).toBeGreaterThan(500)
  const isTimeless = '(broker_status_at is null or broker_status_at > now())'
  expect(await counted(`sends where broker_status is not null and ${isTimeless}`)).toBe(0)
})

test('a word of a broker in the demo that is mapped to no status changes none', async () => {
  const words = `sends s left join status_maps m on m.compared_as = lower(s.broker_status)
    join leads l on l.id = s.lead join statuses t on t.id = l.status
    where s.broker_status is not null`
  expect(await counted(`${words} and m.id is null`)).toBeGreaterThan(10)
  expect(await counted(`${words} and m.id is null and t.name <> 'New'`)).toBe(0)
  expect(await counted(`${words} and s.status is distinct from m.status`)).toBe(0)
})

test('a second seed and a second demo change nothing', async () => {
  await sql`update countries set name = 'Elsewhere' where iso_3166_2 = 'DE'`.execute(database.sql)
  await business.seed(backend)
  await business.demo(backend)
  expect(await counted('leads')).toBe(2_000)
  expect(await counted(`countries where name = 'Elsewhere'`)).toBe(1)
})

test('each seed role has one demo user who can sign in', async () => {
  expect(demoUsers.map(({ role }) => role)).toEqual(business.roles.map(({ name }) => name))
  const { rows } = await sql<{ email: string; password: string; role: string }>`
    select u.email, u.password, r.name as role from users u
    join users_roles ur on ur.record_id = u.id join roles r on r.id = ur.target_id
    order by u.id`.execute(database.sql)
  expect(rows.map(({ email, role }) => ({ email, name: role }))).toEqual(
    demoAccounts.map(({ email, name }) => ({ email, name })),
  )
  for (const { email, password } of demoAccounts) {
    const stored = rows.find((row) => row.email === email)?.password
    expect(await verifyPassword(stored, password)).toBe(true)
  }
})

test('the demo is the same for the same moment', () => {
  const ids: Ids = { country: length, language: length, source: length, status: length, user: 1 }
  const now = Date.UTC(2026, 0, 31)
  expect(demoLeads(ids, now)).toEqual(demoLeads(ids, now))
})

const length = (text: string) => text.length

test('the test broker of the demo runs, and takes leads of the active integration', async () => {
  const other = await startFakeBroker()
  const config = { ...backend.config, demo: true, outboundLoopback: other.origin }
  const work = demoBroker({ ...backend, config })
  work.start()
  const url = async () =>
    (
      await sql<{
        url: string
      }>`select url from send_integrations where state = 'active' and url like '%/mixed'`.execute(
        database.sql,
      )
    ).rows[0]?.url
  await expect.poll(() => config.outboundLoopback).not.toBe(other.origin)
  await expect.poll(url).toBe(`${config.outboundLoopback}/mixed`)
  const answer = await callOut(
    { config },
    {
      method: 'POST',
      url: `${config.outboundLoopback}/success`,
      headers: {},
      body: '{"email":"a@example.com"}',
      connectMs: 2_000,
      totalMs: 5_000,
    },
  )
  expect(answer).toMatchObject({ kind: 'answer', status: 200 })
  await work.stop()
  await other.stop()
})

test('what listens at a given OUTBOUND_LOOPBACK gets the calls of the demo', async () => {
  const other = await startFakeBroker()
  const config = {
    ...backend.config,
    demo: true,
    outboundLoopback: other.origin,
    isLoopbackGiven: true,
  }
  const work = demoBroker({ ...backend, config })
  work.start()
  await work.stop()
  expect(config.outboundLoopback).toBe(other.origin)
  const { rows } = await sql<{ url: string }>`
    select url from send_integrations where url like 'http:%'`.execute(database.sql)
  expect(rows.length).toBeGreaterThan(0)
  for (const { url } of rows) expect(new URL(url).origin).toBe(other.origin)
  await other.stop()
})

test('the demo has sends in every state but under way, which agree with their leads', async () => {
  const { rows } = await sql<{ state: string }>`select distinct state from sends`.execute(
    database.sql,
  )
  const states = rows.map(({ state }) => state).toSorted()
  const expected = ['cancelled', 'failed', 'pending', 'rejected', 'retrying', 'returned', 'sent']
  expect(states).toEqual([...expected, 'skipped', 'unknown', 'waiting'])
  expect(
    await counted('sends s join leads l on l.id = s.lead where l.created_at > s.created_at'),
  ).toBe(0)
  expect(
    await counted(`leads l where accepted_count <> (
    select count(*) from sends s where s.lead = l.id and s.state in ('sent', 'returned'))`),
  ).toBe(0)
  expect(await counted('sends where api_ftd_at is not null')).toBeGreaterThan(50)
  expect(
    await counted(`sends s where attempts > 0 and not exists (
    select from send_attempts a where a.send = s.id)`),
  ).toBe(0)
})

test('the words of brokers in the demo have a time at which they were seen', async () => {
  expect(await counted('sends where broker_status is not null')).toBeGreaterThan(1_000)
  const untimed = 'sends where broker_status is not null and broker_status_at is null'
  expect(await counted(untimed)).toBe(0)
})

test('the caps in use are the sends that capped desks have taken today, by their own clocks', async () => {
  // By night no send of the demo is of today yet.
  await sql`update sends set sent_at = now() where id = (
    select max(s.id) from sends s join department_caps c using (department) where s.state = 'sent')`.execute(
    database.sql,
  )
  await sql`delete from cap_counters`.execute(database.sql)
  const { rows: desks } = await sql<{ id: number }>`select id from broker_departments`.execute(
    database.sql,
  )
  await countTaken(
    desks.map(({ id }) => id),
    database.sql,
  )
  const { rows } = await sql<{ used: number; taken: number; limit: number }>`
    select coalesce(u.used, 0) as used, c.limit, (
      select count(*)::integer from sends s
      where s.department = d.id and s.state in ('sent', 'returned', 'unknown')
        and (coalesce(s.sent_at, s.created_at) at time zone d.timezone)::date = (now() at time zone d.timezone)::date
    ) as taken
    from broker_departments d join department_caps c on c.department = d.id
    left join cap_counters u on u.department = d.id`.execute(database.sql)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.map(({ used }) => used)).toEqual(rows.map(({ taken }) => taken))
  expect(rows.some(({ used }) => used > 0)).toBe(true)
  for (const { used, limit } of rows) expect(used).toBeLessThanOrEqual(limit)
})

test('each send of the demo says why it went there', async () => {
  expect(
    await counted(
      `sends where not plan @> jsonb_build_array(jsonb_build_object('department', department))`,
    ),
  ).toBe(0)
  expect(await counted(`sends where plan @> '[{"reason": "Cap reached"}]'`)).toBeGreaterThan(10)
})
