import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkResources, defineResource, field, permissionsOf } from '#schema'
import { conflict, type Behavior } from '#server'

import { booking, clerk, customer, hire } from '../../fixtures/businesses/hire.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let user: Client
let ada: number
const handled: string[] = []

const behavior: Behavior<typeof booking> = {
  beforeUpdate(changes, { code }) {
    if (changes.state === 'cancelled' && code === 'kept') throw conflict('It is kept.')
    return changes
  },
  actions: {
    async hand_out({ records: [record], input: { deposit } }, { records }) {
      if (!record) return
      handled.push(`${record.code} ${record.state}`)
      await records(booking).update(record.id, { deposit })
    },
  },
}

beforeAll(async () => {
  server = await createTestServer({ resources: hire, behaviors: { bookings: behavior as never } })
  user = await server.user(clerk)
  ada = await user.make('/customers', { name: 'Ada' })
}, 60_000)
afterAll(() => server.close())

const make = (code: string) => user.make('/bookings', { code, customer: ada, country: 'DE' })

const stateOf = async (id: number) => (await user.get(`/bookings/${id}`)).body.data.state

test('a new record is in the first state, and only its actions change that', async () => {
  const id = await make('A1')
  expect(await stateOf(id)).toBe('draft')
  const { status, body } = await user.put(`/bookings/${id}`, { state: 'out' })
  expect([status, body.errors]).toEqual([422, { state: ['This field cannot be set here'] }])
  const created = await user.post('/bookings', {
    code: 'A2',
    customer: ada,
    country: 'DE',
    state: 'out',
  })
  expect(created.status).toBe(422)
  const bulk = await user.post('/bookings/bulk/update', { ids: [id], values: { state: 'out' } })
  expect(bulk.status).toBe(422)
})

test('a plain transition needs no handler', async () => {
  const id = await make('B1')
  const { status, body } = await user.post(`/bookings/${id}/confirm`)
  expect([status, body.message]).toEqual([200, 'Booking successfully updated'])
  expect(await stateOf(id)).toBe('confirmed')
})

test('a handler is called after the change, with the input', async () => {
  const id = await make('C1')
  await user.post(`/bookings/${id}/confirm`)
  const { status } = await user.post(`/bookings/${id}/hand_out`, { deposit: 12.5 })
  expect(status).toBe(200)
  const { body } = await user.get(`/bookings/${id}`)
  expect(body.data).toMatchObject({ state: 'out', deposit: 12.5, version: 4 })
  expect(handled).toEqual(['C1 out'])
})

test('12.16 a state goes back by actions only, and nothing is said to be undone', async () => {
  const id = await make('U1')
  const moved = await user.post(`/bookings/${id}/confirm`)
  expect(moved.body.data).toEqual({ id })
  const undone = await user.post(`/bookings/${id}/undo`, { version: 2 })
  expect([undone.status, undone.body.message]).toEqual([
    409,
    'What an action did goes back by an action, where there is one.',
  ])
  expect(await stateOf(id)).toBe('confirmed')
  // Its handler writes a field that people set, which is not taken back without the state.
  const handedOut = await user.post(`/bookings/${id}/hand_out`, { deposit: 5 })
  expect(handedOut.body.data).toEqual({ id })
})

test('the hooks of a change are asked', async () => {
  const id = await make('kept')
  const { status, body } = await user.post(`/bookings/${id}/cancel`)
  expect([status, body.message]).toEqual([409, 'It is kept.'])
  expect(await stateOf(id)).toBe('draft')
})

test('a refusal names the state, and those in which the action is possible', async () => {
  const id = await make('D1')
  const early = await user.post(`/bookings/${id}/hand_out`)
  expect([early.status, early.body.message]).toEqual([
    409,
    'The booking is draft; it can be handed out only while it is confirmed.',
  ])
  await user.post(`/bookings/${id}/cancel`)
  const late = await user.post(`/bookings/${id}/cancel`)
  expect(late.body.message).toBe(
    'The booking is cancelled; it can be cancelled only while it is draft, confirmed.',
  )
})

describe('whoever does something that another has just done', () => {
  const refusal = 'The booking is confirmed; it can be confirmed only while it is draft.'

  test('is told who that was, what and when, as far as they may know', async () => {
    const id = await make('D2')
    const named = [...clerk, 'management.user.view']
    const [first, second] = [await server.user(named, { name: 'Bea' }), await server.user(named)]
    await first.post(`/bookings/${id}/confirm`)
    const refusedTo = async (one: Client) =>
      (await one.post(`/bookings/${id}/confirm`)).body.message
    expect(await refusedTo(second)).toMatch(/^Bea was quicker at \d\d:\d\d: Confirm\. /)
    expect(await refusedTo(second)).toContain(refusal)
    expect(await refusedTo(user)).toMatch(/^Somebody else was quicker at \d\d:\d\d: Confirm\. /)
    expect(await refusedTo(first)).toBe(refusal)
    const { body } = await second.post('/bookings/bulk/confirm', { ids: [id] })
    expect(body.data.reasons).toEqual([await refusedTo(second)])
  })

  test('is told so for an hour, on the clock of their own zone', async () => {
    const [id, old] = [await make('D3'), await make('D4')]
    await user.post(`/bookings/${id}/confirm`)
    const other = await server.user(clerk)
    const database = server.backend.database.sql
    await sql`update users set timezone = 'Asia/Kolkata' where id = ${other.id}`.execute(database)
    const { rows } = await sql<{ at: Date }>`
      select at from audit_log where record_id = ${id} and action = 'confirm'`.execute(database)
    const refused = async (one: number) =>
      (await other.post(`/bookings/${one}/confirm`)).body.message
    const shown = new Intl.DateTimeFormat('sv', { timeStyle: 'short', timeZone: 'Asia/Kolkata' })
    expect(await refused(id)).toContain(` at ${shown.format(new Date(rows[0]!.at))}: `)
    await sql`update bookings set state = 'confirmed' where id = ${old}`.execute(database)
    await sql`
      insert into audit_log (user_id, action, resource, record_id, at)
      select ${user.id}::bigint, action, 'bookings', ${old}::bigint, now() - interval '61 minutes'
      from unnest('{update,confirm}'::text[]) action`.execute(database)
    expect(await refused(old)).toBe(refusal)
  })
})

describe('each action has a permission of its own', () => {
  const without = (name: string) => clerk.filter((one) => one !== name)

  test.each([
    ['confirm', 'hire.booking.confirm'],
    ['cancel', 'hire.booking.cancel'],
  ])('%s is denied without %s', async (action, permission) => {
    const id = await make(`E ${action}`)
    const other = await server.user(without(permission))
    expect((await other.post(`/bookings/${id}/${action}`)).status).toBe(403)
    expect((await other.post(`/bookings/bulk/${action}`, { ids: [id] })).status).toBe(403)
    expect(await stateOf(id)).toBe('draft')
    expect((await user.post(`/bookings/${id}/${action}`)).status).toBe(200)
  })

  test('as the declaration gives it', async () => {
    const id = await make('E2')
    await user.post(`/bookings/${id}/confirm`)
    const other = await server.user(without('hire.desk'))
    expect((await other.post(`/bookings/${id}/hand_out`)).status).toBe(403)
  })

  test('which the role editor offers', () => {
    expect(permissionsOf(booking)).toEqual(
      expect.arrayContaining(['hire.booking.confirm', 'hire.booking.take_back', 'hire.desk']),
    )
    expect(permissionsOf(booking)).not.toContain('hire.booking.hand_out')
    expect(permissionsOf(customer)).not.toContain('hire.customer.confirm')
  })
})

test('many at once: those in another state are told as skipped', async () => {
  const [one, other] = [await make('F1'), await make('F2')]
  await user.post(`/bookings/${other}/cancel`)
  const { body } = await user.post('/bookings/bulk/confirm', { ids: [one, other] })
  expect(body.data).toMatchObject({ done: 1, skipped: 1 })
  expect(body.data.reasons).toEqual([
    'The booking is cancelled; it can be confirmed only while it is draft.',
  ])
})

test('of many who act at once, one succeeds', async () => {
  const id = await make('G1')
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => user.post(`/bookings/${id}/confirm`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
})

test('lists filter by it, the history tells it, and the table holds nothing else', async () => {
  const id = await make('H1')
  await user.post(`/bookings/${id}/cancel`)
  const { body } = await user.get('/bookings/search?state=cancelled')
  expect(body.data.map((one: { code: string }) => one.code)).toContain('H1')
  const { rows } = await sql<{ action: string; after: object }>`
    select action, after from audit_log
    where resource = 'bookings' and record_id = ${id} order by id`.execute(
    server.backend.database.sql,
  )
  expect(rows).toMatchObject([
    { action: 'create' },
    { action: 'update', after: { state: 'cancelled' } },
    { action: 'cancel' },
  ])
  await expect(
    sql`update bookings set state = 'lost' where id = ${id}`.execute(server.backend.database.sql),
  ).rejects.toThrow(/check/)
})

test('a machine that contradicts itself does not start', () => {
  const declared = (fields: Record<string, ReturnType<typeof field.states>>) => () =>
    checkResources([
      defineResource('doors', {
        permission: 'door',
        fields: { name: field.text(), ...fields },
        title: 'name',
        list: ['name'],
        form: ['name'],
      }),
    ])
  // @ts-expect-error the next state of an action is no state
  const lost = field.states({ open: { shut: 'closed' } })
  expect(declared({ state: lost as never })).toThrow(
    'doors.state: the next state of an action is "closed", which is no state',
  )
  const machine = { open: { shut: 'shut' }, shut: {} } as const
  expect(declared({ state: field.states(machine), lock: field.states(machine) })).toThrow(
    'doors.state: another field has the action "shut"',
  )
  expect(declared({ state: field.states(machine) })).not.toThrow()
})

test('what an action asks of the record knows its fields', () => {
  const door = defineResource('doors', {
    permission: 'door',
    fields: { name: field.text(), state: field.states({ open: { shut: 'shut' }, shut: {} }) },
    title: 'name',
    list: ['name'],
    form: ['name'],
    actions: {
      paint: { label: 'Paint', permission: 'door.paint', when: ({ state }) => state === 'open' },
      // @ts-expect-error no such state
      lock: { label: 'Lock', permission: 'door.lock', when: ({ state }) => state === 'opne' },
    },
  })
  expect(door.actions?.paint.when({ state: 'open' } as never)).toBe(true)
  // @ts-expect-error an action of the declaration needs a handler, one between states does not
  const none: Behavior<typeof door> = {}
  const both: Behavior<typeof door> = { actions: { paint: () => 1, lock: () => 1 } }
  expect([none, both]).toHaveLength(2)
})
