import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { departmentSql } from '../../../resources/brokers/department/departmentNumbers.server.ts'
import { nextOpening } from '../../../resources/sending/engine/plan/openingHours.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let broker_id: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  broker_id = await admin.make('/broker', { name: 'Acme' })
}, 60_000)
afterAll(() => server.close())

let made = 0
const add = (values: object = {}) =>
  admin.make('/broker/department', { branch_name: `Desk ${(made += 1)}`, broker_id, ...values })

const shown = async (id: number) => (await admin.get(`/broker/department/${id}`)).body.data

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const dayOf = (shift: number) => days[new Date(Date.now() + shift * 86_400_000).getUTCDay()]
const hour = (shift: number) => new Date(Date.now() + shift * 3_600_000).toISOString().slice(11, 16)
const dateOf = (shift: number) =>
  new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)

/** Hours around this moment, which may cross midnight. */
const around = (from: number, to: number) => {
  const day = new Date(Date.now() + from * 3_600_000).getUTCDay()
  return { opening_hours: [{ day: days[day], from: hour(from), to: hour(to) }] }
}

test('a department names the companies of its broker', async () => {
  const ids = []
  for (const name of ['Northwind', 'Blue Harbour']) {
    ids.push(await admin.make('/settings/affiliate/company', { name }))
  }
  const broker = await admin.make('/broker', { name: 'Owned', affiliate_companies: ids })
  const id = await add({ broker_id: broker })
  expect(await shown(id)).toMatchObject({ companies: 'Blue Harbour, Northwind' })
  expect(await shown(await add())).toMatchObject({ companies: null })
})

describe('a department is open', () => {
  test.each([
    ['without hours', () => ({}), true],
    ['within its hours', () => around(-2, 2), true],
    [
      'all of a day, and not on another',
      () => ({ opening_hours: [{ day: dayOf(0), from: '00:00', to: '00:00' }] }),
      true,
    ],
    [
      'of which all of another day is open',
      () => ({ opening_hours: [{ day: dayOf(3), from: '00:00', to: '00:00' }] }),
      false,
    ],
    ['before its hours, or after', () => around(2, 4), false],
    [
      'never on another day',
      () => ({ opening_hours: [{ day: dayOf(3), from: '00:00', to: '23:59' }] }),
      false,
    ],
    [
      'not on a closed day',
      () => ({ ...around(-2, 2), closed_dates: [{ day: dateOf(0) }] }),
      false,
    ],
    ['on others', () => ({ closed_dates: [{ day: dateOf(3) }] }), true],
  ])('%s', async (_when, values, open_now) => {
    expect(await shown(await add(values()))).toMatchObject({ open_now })
  })

  test('by the clock of its own time zone', async () => {
    const zone = 'Asia/Tokyo'
    const hourThere = (shift: number) =>
      new Date(Date.now() + shift * 3_600_000)
        .toLocaleString('sv', { timeZone: zone })
        .slice(11, 13)
    const day = new Date().toLocaleString('en', { timeZone: zone, weekday: 'short' }).toLowerCase()
    const opening_hours = [{ day, from: `${hourThere(0)}:00`, to: `${hourThere(1)}:30` }]
    expect(await shown(await add({ timezone: zone, opening_hours }))).toMatchObject({
      open_now: true,
    })
    expect(await shown(await add({ timezone: 'UTC', opening_hours }))).toMatchObject({
      open_now: false,
    })
  })
})

test('the cell "open now" says what the engine goes by, over every change of clocks', async () => {
  const changesByZone = {
    'Europe/Berlin': ['2026-10-25', '2027-03-28', '2027-10-31'],
    'Africa/Cairo': ['2026-04-24'],
    'America/New_York': ['2026-03-08', '2026-11-01'],
    'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  }
  const spans = [
    ['01:00', '02:30'],
    ['02:30', '04:00'],
    ['20:00', '02:15'],
  ]
  for (const [timezone, changes] of Object.entries(changesByZone)) {
    const moments = changes.flatMap((day) =>
      Array.from({ length: 4 * 40 }, (_, quarter) =>
        new Date(Date.parse(day) - 43_200_000 + quarter * 900_000).toISOString(),
      ),
    )
    for (const [from = '', to = ''] of spans) {
      const opening_hours = days.map((day) => ({ day, from, to }))
      const closed_dates = [{ day: '2027-03-27' }, { day: '2026-10-25' }]
      const department = { timezone, opening_hours, closed_dates }
      const { rows } = await sql<{ at: string; is_open: boolean }>`
        select moment.at::text as at, (${sql.raw(departmentSql.open_now.replaceAll('now()', 'moment.at'))}) as is_open
        from unnest(${moments}::timestamptz[]) as moment (at),
          (select ${timezone}::text as timezone, ${JSON.stringify(opening_hours)}::jsonb as opening_hours,
            ${JSON.stringify(closed_dates)}::jsonb as closed_dates) d`.execute(
        server.backend.database.sql,
      )
      const engine = rows.map(({ at }) => {
        const now = new Date(at)
        return { at, is_open: nextOpening(department, now)?.getTime() === now.getTime() }
      })
      expect(rows).toEqual(engine)
    }
  }
})

test('11.13: a name that another department of the broker has is refused where it is typed', async () => {
  const broker_id = await admin.make('/broker', { name: 'Of two desks' })
  const desk = { broker_id, branch_name: 'One desk' }
  await admin.make('/broker/department', desk)
  const refused = await admin.post('/broker/department', desk)
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual({
    branch_name: ['Another record has the same values: Broker, Branch name.'],
  })
})

test('hours end at another time than they begin', async () => {
  const opening_hours = [{ day: 'mon', from: '09:00', to: '09:00' }]
  const values = { branch_name: 'Never', broker_id, opening_hours }
  const { status, body } = await admin.post('/broker/department', values)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['opening_hours.0.to']])
})

describe('a department is paused', () => {
  test('with a reason, and resumed, by holders of the permission', async () => {
    const id = await add()
    const integrator = await server.as('Integrator')
    const sender = await server.as('Sender')
    expect((await sender.post(`/broker/department/${id}/pause`, { reason: 'x' })).status).toBe(403)
    const answer = await integrator.post(`/broker/department/${id}/pause`, { reason: 'Holiday' })
    expect(answer.status).toBe(200)
    expect(await shown(id)).toMatchObject({ is_active: false, pause_reason: 'Holiday' })
    await integrator.post(`/broker/department/${id}/resume`)
    expect(await shown(id)).toMatchObject({ is_active: true, pause_reason: null })
  })

  test('with others at once', async () => {
    const ids = [await add(), await add()]
    await admin.post('/broker/department/bulk/pause', { ids, values: { reason: 'Stop' } })
    for (const id of ids) expect(await shown(id)).toMatchObject({ is_active: false })
  })
})

test('a department is archived only when no lead is on its way to it', async () => {
  const department = await add()
  const source = await admin.make('/settings/source', { name: 'Search' })
  const lead = await admin.make('/lead', { source, email: 'one@example.com' })
  const { sql: database } = server.backend.database
  await sql`insert into sends (uuid, lead, department, state, holds, send_key)
    values ('a', ${lead}, ${department}, 'waiting', true, 'a')`.execute(database)
  expect((await admin.delete(`/broker/department/${department}`)).status).toBe(409)
  await sql`update sends set state = 'cancelled', holds = null`.execute(database)
  expect((await admin.delete(`/broker/department/${department}`)).status).toBe(200)
})

test('11.12: a broker is archived with its departments, unless leads are on their way to one, and comes back with them', async () => {
  const own = await admin.make('/broker', { name: 'Leaving' })
  const department = await add({ broker_id: own })
  const source = await admin.make('/settings/source', { name: 'Leaving' })
  const lead = await admin.make('/lead', { source, email: 'leaving@example.com' })
  const { sql: database } = server.backend.database
  await sql`insert into sends (uuid, lead, broker, department, state, holds, send_key)
    values ('leaving', ${lead}, ${own}, ${department}, 'waiting', true, 'leaving')`.execute(
    database,
  )
  expect((await admin.delete(`/broker/${own}`)).status).toBe(409)
  expect(await shown(department)).toMatchObject({ broker_id: own })
  await sql`update sends set state = 'sent' where uuid = 'leaving'`.execute(database)
  const { status, body } = await admin.delete(`/broker/${own}`)
  expect(status).toBe(200)
  expect((await admin.get(`/broker/department/${department}`)).status).toBe(404)
  const [kept] = (await admin.get(`/lead/history/search?lead=${lead}`)).body.data
  expect(kept).toMatchObject({ broker: own, department, state: 'sent' })
  const back = await admin.post(`/broker/${own}/restore`, { version: body.data?.version })
  expect(back.status).toBe(200)
  expect(await shown(department)).toMatchObject({ broker_id: own })
})

test('the list of brokers tells how many of its departments are in use', async () => {
  const own = await admin.make('/broker', { name: 'Two desks' })
  await add({ broker_id: own })
  await add({ broker_id: own, is_active: false })
  expect((await admin.get(`/broker/${own}`)).body.data.departments).toBe('1 / 2')
})

test('the health of a department is the worst of its integrations', async () => {
  const department = await add()
  const { sql: database } = server.backend.database
  const setState = async (name: string, state: string) => {
    await sql`insert into send_integrations (name, department, url, state, mapping, rules)
      values (${name}, ${department}, 'https://example.com', ${state}, '[]', '[]')`.execute(
      database,
    )
    return (await shown(department)).health
  }
  expect((await shown(department)).health).toBe('off')
  expect(await setState('a', 'draft')).toBe('off')
  expect(await setState('b', 'active')).toBe('well')
  expect(await setState('c', 'auto_paused')).toBe('broken')
  const found = await admin.get('/broker/department/search?health=broken&open_now=true')
  expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([department])
})

test('only brokers with a department and an integration in use are offered to senders', async () => {
  const { sql: database } = server.backend.database
  const offered = async () =>
    (await admin.get('/broker/all/for/send')).body.data.map(({ id }: { id: number }) => id)
  const own = await admin.make('/broker', { name: 'Offered' })
  const department = await add({ broker_id: own })
  expect(await offered()).not.toContain(own)
  await sql`insert into send_integrations (name, department, url, state, mapping, rules)
    values ('Offered', ${department}, 'https://example.com', 'active', '[]', '[]')`.execute(
    database,
  )
  expect(await offered()).toContain(own)
  await sql`update send_integrations set state = 'paused' where name = 'Offered'`.execute(database)
  expect(await offered()).not.toContain(own)
})

test('of many equal caps that are made at once one is there', async () => {
  const department = await add()
  const asked = { department, period: 'day', limit: 5 }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => admin.post('/broker/department/cap', asked)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array(11).fill(422),
  ])
  const refused = answers.find(({ status }) => status === 422)
  expect(refused?.body.errors).toEqual({
    period: ['Another record has the same values: Department, Period, Counts, Country, Source.'],
  })
  expect((await shown(department)).caps).toHaveLength(1)
})

test('caps change their places and limits in one save, and no two are of the same leads and period', async () => {
  const cap = (period: string, limit: number) => ({ period, limit, counts: 'accepted' })
  const id = await add({ caps: [cap('day', 1), cap('week', 2), cap('month', 3)] })
  const save = async (caps: readonly object[]) => {
    const { version } = await shown(id)
    return admin.put(`/broker/department/${id}`, { caps, version })
  }
  for (const caps of [
    [cap('week', 20), cap('month', 30)],
    [cap('month', 21), cap('week', 31), cap('day', 4)],
  ]) {
    expect((await save(caps)).status).toBe(200)
    expect((await shown(id)).caps).toMatchObject(caps)
  }
  const { status, body } = await save([cap('day', 1), cap('day', 2)])
  expect([status, body.errors]).toEqual([422, { 'caps.1.period': ['The same as in row 1'] }])
})

describe('caps of many departments are changed at once', () => {
  const change = (ids: readonly number[], values: object, client = admin) =>
    client.post('/broker/department/bulk/caps', { ids, values: { period: 'day', ...values } })
  const capsOf = async (id: number) =>
    (await shown(id)).caps.map(({ period, limit }: { period: string; limit: number }) => [
      period,
      limit,
    ])
  const withCap = (limit: number, more: readonly object[] = []) =>
    add({ caps: [{ period: 'day', limit, counts: 'accepted' }, ...more] })

  test.each([
    ['raised', { change: 'raise', percent: 15 }, [12, 115]],
    ['lowered', { change: 'lower', percent: 15 }, [8, 85]],
    ['lowered to nothing', { change: 'lower', percent: 300 }, [0, 0]],
    ['set', { change: 'set', limit: 7 }, [7, 7]],
  ])('%s', async (_how, values, limits) => {
    const ids = [await withCap(10), await withCap(100)]
    const { status, body } = await change(ids, values)
    expect([status, body.data.done]).toEqual([200, 2])
    for (const [at, id] of ids.entries()) expect(await capsOf(id)).toEqual([['day', limits[at]]])
  })

  test('but not those of another period, of a country or of a source', async () => {
    const country = (await admin.get('/settings/country/all?limit=1')).body.data[0].id
    const kept = [
      { period: 'day', limit: 3, counts: 'accepted', country },
      { period: 'week', limit: 50, counts: 'accepted' },
    ]
    const id = await withCap(10, kept)
    await change([id], { change: 'raise', percent: 100 })
    expect(await capsOf(id)).toEqual([
      ['day', 20],
      ['day', 3],
      ['week', 50],
    ])
  })

  test('of a country or a source alone, where one is chosen', async () => {
    const country = (await admin.get('/settings/country/all?limit=1')).body.data[0].id
    const source = await admin.make('/settings/source', { name: 'Of a cap' })
    const cap = { period: 'day', counts: 'accepted' }
    const id = await withCap(10, [
      { ...cap, limit: 4, country },
      { ...cap, limit: 6, source },
      { ...cap, limit: 8, country, source },
    ])
    const other = await withCap(10)
    const limits = async () => (await capsOf(id)).map(([, limit]: [string, number]) => limit)
    const { body } = await change([id, other], { change: 'raise', percent: 50, country })
    expect([body.data.done, body.data.failures[0].id]).toEqual([1, other])
    expect(await limits()).toEqual([10, 6, 6, 8])
    await change([id], { change: 'lower', percent: 50, source })
    expect(await limits()).toEqual([10, 6, 3, 8])
    await change([id, other], { change: 'set', limit: 1, country, source })
    expect(await limits()).toEqual([10, 6, 3, 1])
    expect((await shown(other)).caps).toMatchObject([
      { limit: 10, country: null, source: null },
      { limit: 1, country, source },
    ])
  })

  test('where there is none, one is set, and none is raised', async () => {
    const [capped, free] = [await withCap(10), await add()]
    const { body } = await change([capped, free], { change: 'raise', percent: 10 })
    expect(body.data).toMatchObject({ done: 1, skipped: 1 })
    expect(body.data.failures[0].id).toBe(free)
    await change([free], { change: 'set', limit: 5 })
    expect(await capsOf(free)).toEqual([['day', 5]])
  })

  test('by holders of the permission, and the history of the department tells it', async () => {
    const id = await withCap(10)
    const reader = await server.user(['broker.department.view', 'broker.department.histories.view'])
    const refused = await change([id], { change: 'raise', percent: 10 }, reader)
    expect(refused.body.data ?? refused.status).not.toMatchObject({ done: 1 })
    expect(await capsOf(id)).toEqual([['day', 10]])
    await change([id], { change: 'raise', percent: 10 })
    const { body } = await reader.get(`/broker/department/${id}/histories?sort=-created_at`)
    expect(body.data[0].detail.changes).toMatchObject([
      { field: 'caps', before: [{ limit: 10 }], after: [{ limit: 11 }] },
    ])
  })

  test.each([
    ['a percentage', { change: 'raise' }, 'percent'],
    ['a number', { change: 'set' }, 'limit'],
  ])('with %s', async (_what, values, field) => {
    const path = `/broker/department/${await withCap(1)}/caps`
    const { status, body } = await admin.post(path, { period: 'day', ...values })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })
})

describe('what waits for a department is looked at again', () => {
  const waiting = async (department: number, failure_status: string) => {
    const { sql: database } = server.backend.database
    const source = await admin.make('/settings/source', { name: `${failure_status} ${department}` })
    const email = `${failure_status.replaceAll(' ', '')}${department}@example.com`
    const lead = await admin.make('/lead', { source, email })
    const key = `waits-${lead}`
    await sql`insert into sends (uuid, lead, department, state, holds, send_key, failure_status, next_attempt_at)
      values (${key}, ${lead}, ${department}, 'waiting', true, ${key}, ${failure_status}, now() + interval '1 day')`.execute(
      database,
    )
    return async () => {
      const { rows } = await sql<{ due: boolean }>`
        select next_attempt_at <= now() as due from sends where send_key = ${key}`.execute(database)
      return rows[0]?.due
    }
  }

  test('when its caps are raised', async () => {
    const id = await add({ caps: [{ period: 'day', limit: 1, counts: 'accepted' }] })
    const other = await add()
    const [isDue, isOtherDue, isPausedDue] = [
      await waiting(id, 'Cap reached'),
      await waiting(other, 'Cap reached'),
      await waiting(id, 'Integration paused'),
    ]
    const values = { change: 'raise', period: 'day', percent: 100 }
    await admin.post(`/broker/department/${id}/caps`, values)
    expect([await isDue(), await isOtherDue(), await isPausedDue()]).toEqual([true, false, false])
  })

  test('when it opens at other hours, one by one or many', async () => {
    const [one, other] = [await add(around(2, 4)), await add(around(2, 4))]
    const [isDue, isOtherDue] = [
      await waiting(one, 'Outside opening hours'),
      await waiting(other, 'Outside opening hours'),
    ]
    const { version } = await shown(one)
    await admin.put(`/broker/department/${one}`, { branch_name: `Renamed ${one}`, version })
    expect(await isDue()).toBe(false)
    await admin.put(`/broker/department/${one}`, { ...around(-2, 2), version: version + 1 })
    expect([await isDue(), await isOtherDue()]).toEqual([true, false])
    const hours = around(-1, 1)
    await admin.post('/broker/department/bulk/hours', { ids: [one, other], values: hours })
    expect(await isOtherDue()).toBe(true)
    for (const id of [one, other]) {
      expect(await shown(id)).toMatchObject({ ...hours, open_now: true })
    }
    const never = { opening_hours: [{ day: 'mon', from: '09:00', to: '09:00' }] }
    const { body } = await admin.post('/broker/department/bulk/hours', {
      ids: [one],
      values: never,
    })
    expect(body.data ?? body).not.toMatchObject({ done: 1 })
    const row = { day: 'tue', from: '9', to: '17.30' }
    const hurt = { opening_hours: [row, ...never.opening_hours], version: version + 3 }
    const refused = await admin.put(`/broker/department/${one}`, hurt)
    const errors = {
      'opening_hours.1.to': ['Only a whole day, 00:00 to 00:00, ends when it begins'],
    }
    expect(refused).toMatchObject({ status: 422, body: { errors } })
    const { version: now } = await shown(one)
    await admin.put(`/broker/department/${one}`, { opening_hours: [row], version: now })
    expect((await shown(one)).opening_hours).toEqual([{ day: 'tue', from: '09:00', to: '17:30' }])
  })
})

test('the list tells when a department was last called, and when statuses last came', async () => {
  const department = await add()
  const { sql: database } = server.backend.database
  expect(await shown(department)).toMatchObject({ pushed_at: null, synced_at: null })
  await sql`insert into send_integrations (name, department, url, state, mapping, rules, push_ok_at, push_failed_at, pulled_at)
    values ('Old', ${department}, 'https://example.com', 'active', '[]', '[]', '2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z', null),
      ('New', ${department}, 'https://example.com', 'active', '[]', '[]', '2026-03-01T12:00:00Z', null, '2026-03-01T09:00:00Z')`.execute(
    database,
  )
  const { pushed_at, synced_at } = await shown(department)
  expect([pushed_at, synced_at].map((at) => new Date(at).toISOString())).toEqual([
    '2026-03-02T10:00:00.000Z',
    '2026-03-01T09:00:00.000Z',
  ])
})

test('brokers are found by whether a lead could be sent to them', async () => {
  const own = await admin.make('/broker', { name: 'With a way' })
  const found = async () =>
    (await admin.get('/broker/search?has_integration=true')).body.data.map(
      ({ id }: { id: number }) => id,
    )
  const department = await add({ broker_id: own })
  expect(await found()).not.toContain(own)
  await sql`insert into send_integrations (name, department, url, state, mapping, rules)
    values ('A way', ${department}, 'https://example.com', 'active', '[]', '[]')`.execute(
    server.backend.database.sql,
  )
  expect(await found()).toContain(own)
})

test('a copy of a department has its settings and caps, and neither its token nor its integration', async () => {
  const country = (await admin.get('/settings/country/search?per_page=1')).body.data[0].id
  const id = await add({
    auth_type: 'token',
    allowed_ips: ['192.0.2.1'],
    may_send_restricted: true,
    accept_countries: [country],
    priority: 3,
    caps: [
      { period: 'day', limit: 50 },
      { period: 'hour', limit: 5, country },
    ],
  })
  expect((await admin.post(`/broker/department/${id}/token`)).status).toBe(200)
  const copied = await admin.post(`/broker/department/${id}/copy`, { branch_name: 'Second desk' })
  expect(copied.status).toBe(200)
  const [one, copy] = [await shown(id), await shown(copied.body.data.copy)]
  expect(copy).toMatchObject({
    branch_name: 'Second desk',
    broker_id,
    auth_type: 'token',
    allowed_ips: ['192.0.2.1'],
    may_send_restricted: false,
    accept_countries: [country],
    priority: 3,
    default_integration: null,
    caps: one.caps,
  })
  expect([one.api_token.set, copy.api_token.set]).toEqual([true, false])
  const twice = admin.keyed('copy-of-a-department')
  const [first, second] = await Promise.all(
    [1, 2].map(() => twice.post(`/broker/department/${id}/copy`, { branch_name: 'Third desk' })),
  )
  expect(first?.status).toBe(200)
  expect(second?.body.data).toEqual(first?.body.data)
  const again = await admin.post(`/broker/department/${id}/copy`, { branch_name: 'Second desk' })
  expect(again.status).toBe(422)
  const manager = await server.user(['broker.department.view', 'broker.department.update'])
  expect((await manager.post(`/broker/department/${id}/copy`, { branch_name: 'x' })).status).toBe(
    403,
  )
})
