import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { relatedOf, type Resource } from '#schema'
import type { Sql } from '#server'

import { brokerDepartment } from '../../../resources/brokers/department/brokerDepartment.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { awayFromMidnight } from '../../fixtures/work/midnight.ts'

let server: TestConsole
let admin: Client
let database: Sql
let department: number
let other: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  database = server.backend.database.sql
  const broker_id = await admin.make('/broker', { name: 'Acme' })
  const caps = [{ period: 'day', limit: 10, counts: 'accepted' }]
  department = await admin.make('/broker/department', { branch_name: 'One', broker_id, caps })
  other = await admin.make('/broker/department', { branch_name: 'Two', broker_id })
}, 60_000)
afterAll(() => server.close())

const shown = async (id = department) => (await admin.get(`/broker/department/${id}`)).body.data

describe('who sees the histories of a department', () => {
  test('needs their permission to open it, and another for the list', async () => {
    const opener = await server.user(['broker.department.histories.view'])
    const lister = await server.user(['broker.department.view'])
    const statuses = [
      [await opener.get(`/broker/department/${department}`), 200],
      [await opener.get(`/broker/department/${department}/statuses`), 200],
      [await opener.get(`/broker/department/${department}/histories`), 200],
      [await opener.get('/broker/department/search'), 403],
      [await lister.get(`/broker/department/${department}`), 403],
      [await lister.get(`/broker/department/${department}/statuses`), 403],
      [await lister.get(`/broker/department/${department}/histories`), 403],
      [await lister.get('/broker/department/search'), 200],
    ] as const
    expect(statuses.map(([{ status }]) => status)).toEqual(statuses.map(([, status]) => status))
  })
})

test('11.14: what it told us of a lead stands in its inbound tab, however it came', async () => {
  const { show = {} } = brokerDepartment as Resource
  const inbound = relatedOf(show).filter(([, { tab }]) => tab === 'Inbound')
  expect(inbound.map(([heading]) => heading)).toEqual(['Inbound leads', 'Inbound statuses'])
  const source = await admin.make('/settings/source', { name: 'Told' })
  const lead = await admin.make('/lead', { source, email: 'told@example.com' })
  for (const [at, word] of ['Hot', null].entries()) {
    await sql`insert into sends (uuid, lead, department, state, send_key, broker_status, broker_status_at)
      values (${`told${at}`}, ${lead}, ${[department, other][at]}, 'sent', ${`told${at}`}, ${word},
        ${word && '2026-03-01T10:00:00Z'})`.execute(database)
  }
  // An earlier send, of which it told later.
  await sql`
    insert into sends (uuid, lead, department, state, send_key, broker_status, broker_status_at, created_at)
    values ('told2', ${lead}, ${department}, 'rejected', 'told2', 'Dead', '2026-03-02T10:00:00Z', '2026-01-01T00:00:00Z')`.execute(
    database,
  )
  const told = async (id: number) => {
    const { filter, by, sort = '' } = inbound[1]?.[1] ?? {}
    const query = new URLSearchParams({ ...filter, [String(by)]: String(id), sort } as never)
    return (await admin.get(`/lead/history/search?${query}`)).body.data
  }
  expect(await told(department)).toMatchObject([
    { broker_status: 'Dead', lead },
    { broker_status: 'Hot', lead },
  ])
  expect(await told(other)).toEqual([])
  await sql`delete from sends where lead = ${lead}`.execute(database)
})

describe('the statuses of a department', () => {
  const statusesOf = async (id: number, client = admin) =>
    (await client.get(`/broker/department/${id}/statuses`)).body.data

  test('are the words of its own sends, unmapped ones first, with ours by its own mapping', async () => {
    const source = await admin.make('/settings/source', { name: 'Search' })
    const lead = await admin.make('/lead', { source, email: 'one@example.com' })
    const words = ['Hot', 'hot ', 'Odd', 'Callback', 'Callback', 'Callback']
    const sends = [...words.map((word) => [department, word]), [other, 'Elsewhere'], [other, null]]
    for (const [at, [to, word]] of sends.entries()) {
      await sql`insert into sends (uuid, lead, department, state, send_key, broker_status)
        values (${at}, ${lead}, ${to}, 'sent', ${at}, ${word})`.execute(database)
    }
    const all = (await admin.get('/settings/status/all?limit=50')).body.data
    const idOf = (name: string) => all.find((one: { name: string }) => one.name === name).id
    const map = (broker_status: string, name: string, more: object = {}) =>
      admin.make('/lead/status/map', { broker_status, status: idOf(name), ...more })
    await map('Callback', 'Call back')
    await map('HOT', 'No answer')
    await map('hot', 'Interested', { department })
    await map('Odd', 'Interested', { department: other })

    const told = (await statusesOf(department)).map(
      (one: { broker_status: string; seen: number; status: { label: string } | null }) => [
        one.broker_status,
        one.seen,
        one.status?.label,
      ],
    )
    expect(told).toEqual([
      ['Odd', 1, undefined],
      ['Callback', 3, 'Call back'],
      ['Hot', 1, 'Interested'],
      ['hot ', 1, 'Interested'],
    ])
    expect(await statusesOf(other)).toMatchObject([{ broker_status: 'Elsewhere', status: null }])
    expect((await admin.get('/broker/department/999/statuses')).status).toBe(404)
  })

  test('are read from the index of the department alone', async () => {
    const plan = await database.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select min(broker_status) from sends
        where department = ${department} and broker_status > 'a'`.execute(transaction)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('sends_department_broker_status_broker_status_at_idx')
  })
})

describe('the changes of a department', () => {
  const changes = async (client: Client, id = department) =>
    (await client.get(`/broker/department/${id}/histories?sort=created_at`)).body.data
  const said = (entry: {
    part: string
    event: string
    detail: { changes: { field: string }[] }
  }) => [entry.part, entry.event, entry.detail.changes.map(({ field }) => field).join()]

  test('are those of itself with its caps, and of its integrations', async () => {
    const { caps, version } = await shown()
    expect(caps).toHaveLength(1)
    await admin.put(`/broker/department/${department}`, { priority: 3, caps: [], version })
    const integration = await admin.make('/send/integration', {
      name: 'API',
      department,
      url: 'https://broker.example.com/leads',
      mapping: [{ target: 'email', kind: 'field', value: 'email' }],
      rules: [{ look_at: 'json', path: 'ok', test: 'true', outcome: 'success' }],
    })
    const data = await changes(admin)
    const told = data.map(said)
    expect(told).toContainEqual(['broker_departments', 'create', expect.stringContaining('weight')])
    expect(told).toContainEqual(['broker_departments', 'update', 'caps,priority'])
    expect(told).toContainEqual(['send_integrations', 'create', expect.stringContaining('url')])
    expect(data.at(-1)).toMatchObject({ user: admin.id, integration })
    expect((await changes(admin, other)).map(said)).toEqual([
      ['broker_departments', 'create', expect.stringContaining('weight')],
    ])
  })

  test('are reverted by who may update, caps with the rest', async () => {
    const caps = [{ period: 'week', limit: 30, counts: 'accepted', country: null, source: null }]
    await admin.put(`/broker/department/${other}`, { weight: 20, caps })
    await admin.put(`/broker/department/${other}`, { weight: 30, caps: [] })
    const last = (await changes(admin, other)).at(-1)
    const revert = async (client: Client) => {
      const { version } = await shown(other)
      const body = { entry: last.id, version }
      return (await client.post(`/broker/department/${other}/revert`, body)).status
    }
    expect(await revert(await server.user(['broker.department.histories.view']))).toBe(403)
    expect(await revert(admin)).toBe(200)
    expect(await shown(other)).toMatchObject({ weight: 20, caps })
    await admin.put(`/broker/department/${other}`, { caps: [] })
  })

  test('say nothing of values that their reader may not see', async () => {
    const reader = await server.user(['broker.department.histories.view'])
    const own = (await changes(reader)).filter(
      ({ part }: { part: string }) => part === 'send_integrations',
    )
    expect(own.map(said)).toEqual([['send_integrations', 'create', '']])
    expect(JSON.stringify(own)).not.toContain('broker.example.com')
  })
})

describe('the cap of today', () => {
  const use = (key: string, used: number) =>
    sql`insert into cap_counters (department, key, used) values (${other}, ${key}, ${used})
      on conflict (department, key) do update set used = ${used}`.execute(database)

  test('is none without one of a day', async () => {
    expect(await shown(other)).toMatchObject({ cap_today: null, full_cap: null })
  })

  test('tells what is used by the day of the department, and whether nothing more goes through', async () => {
    const zone = 'Pacific/Kiritimati'
    await awayFromMidnight(0.5, zone)
    const today = new Date().toLocaleDateString('sv', { timeZone: zone })
    const { version } = await shown(other)
    const country = (await admin.get('/settings/country/all?limit=1')).body.data[0].id
    await admin.put(`/broker/department/${other}`, {
      timezone: zone,
      caps: [
        { period: 'day', limit: 2, counts: 'accepted', country },
        { period: 'day', limit: 10, counts: 'accepted' },
        { period: 'hour', limit: 5, counts: 'attempted' },
      ],
      version,
    })
    // What it has taken today counts, though the cap was not there yet.
    expect(await shown(other)).toMatchObject({ cap_today: '2 / 10', full_cap: null })
    await use(`day|accepted|${country}||${today}`, 2)
    await use(`day|accepted|||${today}`, 9)
    expect(await shown(other)).toMatchObject({ cap_today: '9 / 10', full_cap: null })
    await use(`day|accepted|||${today}`, 10)
    expect(await shown(other)).toMatchObject({ cap_today: '10 / 10', full_cap: 'day' })
    const full = await admin.get('/broker/department/search?cap_full=true')
    expect(full.body.data.map(({ id }: { id: number }) => id)).toEqual([other])
    await use(`day|accepted|||${today}`, 0)
    const hour = new Date()
    hour.setUTCMinutes(0, 0, 0)
    await use(`hour|attempted|||${hour.toISOString()}`, 5)
    expect(await shown(other)).toMatchObject({ cap_today: '0 / 10', full_cap: 'hour' })
  })
})
