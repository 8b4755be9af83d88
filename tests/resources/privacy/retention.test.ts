import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seed } from '../../../resources/seed/seed.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let officer: Client
beforeAll(async () => {
  server = await createTestConsole()
  officer = await server.as('Privacy officer')
}, 60_000)
afterAll(() => server.close())

const run = (statement: ReturnType<typeof sql>) => statement.execute(server.backend.database.sql)
const rule = async (subject: string) =>
  (await officer.get(`/lead/retention/search?subject=${subject}`)).body.data[0]

async function change(subject: string, values: object) {
  const { id, version } = await rule(subject)
  return officer.put(`/lead/retention/${id}`, { ...values, version })
}

const addRequests = (days: number[], body: string | null = '{}') =>
  run(sql`
    insert into requests (direction, method, path, correlation_id, created_at, request)
    select 'in', 'POST', '/api/lead', days::text, now() - days * interval '1 day', ${body}::jsonb
    from unnest(${days}::integer[]) days`)

async function requestsLeft() {
  await server.backend.jobs.upkeep()
  const { rows } = await run(sql`
    select correlation_id as days, request is not null as has_body from requests
    where path = '/api/lead' order by correlation_id::integer`)
  return (rows as { days: string; has_body: boolean }[]).map(({ days, has_body }) =>
    has_body ? `${days} with body` : days,
  )
}

test('product.md 15.3: each thing is kept as long as it says', async () => {
  const { data } = (await officer.get('/lead/retention/search?per_page=50')).body
  const terms = data.map((one: Record<string, unknown>) => [
    one['subject'],
    `${one['term']} ${one['unit']}`,
  ])
  expect(Object.fromEntries(terms)).toEqual({
    leads: '730 days',
    failed_leads: '90 days',
    requests: '30 days',
    request_bodies: '7 days',
    exports: '24 hours',
    auto_login_links: '15 minutes',
    jobs: '180 days',
    audit_log: '730 days',
  })
})

test('a shorter time waits for a week with the old one in force, a longer one holds at once', async () => {
  await addRequests([5, 8, 20, 29, 31])
  expect(await requestsLeft()).toEqual(['5 with body', '8', '20', '29'])
  const shorter = await change('requests', { term: 10 })
  expect(shorter.body.data).toMatchObject({ term: 10, in_force: 30, waiting: 4 })
  expect(await requestsLeft()).toEqual(['5 with body', '8', '20', '29'])
  await addRequests([32], null)
  expect(await requestsLeft()).toEqual(['5 with body', '8', '20', '29'])
  // Between the one that is to come and the one in force it is no longer than now.
  const between = await change('requests', { term: 25 })
  expect(between.body.data).toMatchObject({
    term: 25,
    in_force: 30,
    waiting: 2,
    starts_at: shorter.body.data.starts_at,
  })
  const longer = await change('requests', { term: 40 })
  expect(longer.body.data).toMatchObject({ term: 40, in_force: null, waiting: null })
  await addRequests([39, 41], null)
  expect(await requestsLeft()).toEqual(['5 with body', '8', '20', '29', '39'])
  await change('requests', { term: 10 })
  await run(sql`update retention_rules set starts_at = now() where subject = 'requests'`)
  expect(await requestsLeft()).toEqual(['5 with body', '8'])
})

test('bodies that a shorter time finds are forgotten, however old they are', async () => {
  await change('request_bodies', { term: 2_000 })
  await change('requests', { term: 3_000 })
  await addRequests([100, 1_000])
  expect(await requestsLeft()).toEqual(
    expect.arrayContaining(['100 with body', '1000 with body', '5 with body']),
  )
  await change('request_bodies', { term: 3 })
  await run(sql`update retention_rules set starts_at = now() where subject = 'request_bodies'`)
  expect((await requestsLeft()).filter((one) => one.includes('body'))).toEqual([])
})

test('a rule that is off keeps for ever, but never a file or a link', async () => {
  const admin = await server.as('Administrator')
  const { body } = await admin.post('/lead/export', {})
  await run(sql`
    update jobs set state = 'finished', updated_at = now() - interval '200 days'
    where id = ${body.data.job_id}`)
  expect((await change('jobs', { is_active: false })).status).toBe(200)
  await server.backend.jobs.upkeep()
  const parameters = async () =>
    (await run(sql`select parameters is null as gone from jobs where id = ${body.data.job_id}`))
      .rows
  expect(await parameters()).toEqual([{ gone: false }])
  await change('jobs', { is_active: true, term: 150 })
  await run(sql`update retention_rules set starts_at = now() where subject = 'jobs'`)
  await server.backend.jobs.upkeep()
  expect(await parameters()).toEqual([{ gone: true }])
  for (const subject of ['exports', 'auto_login_links']) {
    const refused = await change(subject, { is_active: false })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { is_active: ['This is not kept for ever: the rule stays active'] },
    ])
  }
})

test('lines of the audit log are kept for 730 days at least, and longer where the rule says so', async () => {
  const short = await change('audit_log', { term: 729 })
  expect([short.status, short.body.errors]).toEqual([
    422,
    { term: ['It is kept for 730 days at least'] },
  ])
  await run(sql`update retention_rules set starts_at = now() where subject = 'audit_log'`)
  expect((await change('audit_log', { term: 900 })).body.data).toMatchObject({ in_force: null })
  await run(sql`
    insert into audit_log (at, action)
    select now() - days * interval '1 day', 'aged' from unnest(array[800, 901]) days`)
  await server.backend.jobs.upkeep()
  const { rows } = await run(sql`
    select action, detail from audit_log where action in ('aged', 'forget_lines') order by at`)
  expect(rows).toEqual([
    { action: 'aged', detail: null },
    { action: 'forget_lines', detail: { lines: 1, days: 900 } },
  ])
})

test('an exported file is kept as long as the rule says', async () => {
  const set = await change('exports', { term: 2 })
  expect(set.body.data).toMatchObject({ term: 2, in_force: null, waiting: null })
  const admin = await server.as('Administrator')
  await admin.post('/lead/export', {})
  await server.backend.jobs.work()
  await expect
    .poll(async () => {
      const { rows } = await run(sql`
        select round(extract(epoch from expires_at - now()) / 60)::integer as minutes from files
        where purpose = 'export' and size is not null`)
      return rows
    })
    .toEqual([{ minutes: 120 }])
})

test('a start adds the rules of a new release, and leaves those that people have set', async () => {
  await run(sql`delete from retention_rules where subject <> 'exports'`)
  await seed(server.backend)
  const { rows } = await run(sql`
    select subject, term, starts_at > now() + interval '6 days' as waits from retention_rules
    where subject in ('exports', 'jobs', 'audit_log') order by subject`)
  expect(rows).toEqual([
    { subject: 'audit_log', term: 730, waits: true },
    { subject: 'exports', term: 2, waits: false },
    { subject: 'jobs', term: 180, waits: false },
  ])
  expect((await officer.get('/lead/retention/search')).body.meta.total).toBe(8)
})
