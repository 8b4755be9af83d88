import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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

describe('a department is open', () => {
  test.each([
    ['without hours', () => ({}), true],
    ['within its hours', () => around(-2, 2), true],
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

test('hours end at another time than they begin', async () => {
  const opening_hours = [{ day: 'mon', from: '09:00', to: '09:00' }]
  const values = { branch_name: 'Never', broker_id, opening_hours }
  const { status, body } = await admin.post('/broker/department', values)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['opening_hours']])
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
