import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { checkResources } from '#schema'

import { planMigration } from '../../src/server/database/migration/plan.ts'
import { createTestDatabase } from '../../tests/fixtures/database.ts'
import { createTestServer, type Client, type TestServer } from '../../tests/fixtures/server.ts'
import { business } from './index.server.ts'
import { roles } from './roles.ts'

let server: TestServer
let desk: Client
let finance: Client
let customer: number
let drill: number

const as = (role: string) =>
  server.user(roles.find(({ name }) => name === role)?.permissions ?? [], { name: role })

beforeAll(async () => {
  server = await createTestServer(business)
  await business.seed(server.backend)
  const owner = await server.user([
    'hire.category.create',
    'hire.equipment.create',
    'hire.customer.create',
    ...roles.flatMap(({ permissions }) => permissions).filter((name) => name !== '*'),
  ])
  desk = await as('Hire desk')
  finance = await as('Finance')
  const category = await owner.make('/hire/category', { name: 'Tools' })
  drill = await owner.make('/hire/equipment', {
    code: 'DR-01',
    name: 'Hammer drill',
    category,
    daily_price: 18,
  })
  customer = await owner.make('/hire/customer', { name: 'Oak & Sons' })
}, 60_000)
afterAll(() => server.close())

const book = (more: object = {}) =>
  desk.post('/hire/booking', { customer, from_date: '2027-03-01', to_date: '2027-03-04', ...more })

test('its declarations hold, and its migrations make what they say', async () => {
  checkResources(business.resources)
  const migrations = fileURLToPath(new URL('./migrations', import.meta.url))
  const database = await createTestDatabase()
  expect(await planMigration(database, business.resources, migrations)).toEqual([])
  await database.close()
})

test('it is a business in at most 350 lines, beside its demo, its migrations and this test', () => {
  const folder = new URL('.', import.meta.url)
  const names = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const lines = names.map(
    (name) => readFileSync(new URL(name, folder), 'utf8').split('\n').length - 1,
  )
  expect(lines.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(350)
})

test('its dashboard shows bookings and turnover, day by day', async () => {
  const cards = async (who: Client) =>
    (await who.get('/cards?days=7')).body.data.map(({ card }: { card: string }) => card)
  expect(await cards(finance)).toEqual(['bookings', 'turnover'])
  expect(await cards(desk)).toEqual(['bookings'])
})

describe('a booking', () => {
  test('ends after it begins, and is booked by who makes it', async () => {
    const { status, body } = await book({ to_date: '2027-02-01' })
    expect([status, body.errors]).toEqual([422, { to_date: ['The booking ends before it begins'] }])
    expect((await book()).body.data.booked_by).toBe(desk.id)
  })

  test('has a number of its own, without gaps, however many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => book()))
    const codes = made.map(({ body }) => Number(body.data.code.slice(2))).sort((a, b) => a - b)
    expect(codes).toEqual(codes.map((_, at) => (codes[0] ?? 0) + at))
  })

  test('goes from state to state, and refuses what its state does not allow', async () => {
    const { id } = (await book()).body.data
    const state = async () => (await desk.get(`/hire/booking/${id}`)).body.data.state
    expect(await state()).toBe('draft')
    expect((await desk.post(`/hire/booking/${id}/take_back`)).status).toBe(409)
    expect((await desk.post(`/hire/booking/${id}/confirm`)).status).toBe(200)
    expect((await desk.post(`/hire/booking/${id}/hand_out`)).status).toBe(200)
    expect(await state()).toBe('out')
    expect((await finance.post(`/hire/booking/${id}/take_back`)).status).toBe(403)
  })

  test('is made with its lines in one request, each at the price of its item', async () => {
    const { body } = await book({ lines: [{ item: drill, quantity: 2 }] })
    expect(body.data).toMatchObject({ per_day: 36, lines: [{ item: drill, quantity: 2 }] })
    const { status, body: refused } = await book({ lines: [{ item: drill, quantity: 0 }] })
    expect([status, Object.keys(refused.errors)]).toEqual([422, ['lines.0.quantity']])
  })

  test('adds up what its lines cost, with the price of each item on that day', async () => {
    const { id } = (await book()).body.data
    await desk.make('/hire/booking/line', { booking: id, item: drill, quantity: 3 })
    await desk.make('/hire/booking/line', { booking: id, item: drill, daily_price: 10 })
    const { body } = await desk.get('/hire/booking/search?per_day_from=64&customer.country=GB')
    expect(body.data).toEqual([expect.objectContaining({ id, days: 4, per_day: 64 })])
  })

  test('is found from its customer', async () => {
    const { body } = await desk.get(`/hire/booking/search?customer=${customer}`)
    expect(body.meta.total).toBeGreaterThan(8)
  })
})

test('a repair that was due before this day is overdue in the morning', async () => {
  const repair = (due_on: string) => ({ item: drill, due_on, work: `Due on ${due_on}` })
  const late = await desk.make('/hire/maintenance', repair('2026-01-02'))
  const planned = await desk.make('/hire/maintenance', repair('2099-01-02'))
  await server.backend.jobs.upkeep()
  const stateOf = async (id: number) => (await desk.get(`/hire/maintenance/${id}`)).body.data.state
  expect([await stateOf(late), await stateOf(planned)]).toEqual(['overdue', 'due'])
})

test('who only hires out does not see what a repair cost', async () => {
  const repair = { item: drill, due_on: '2027-01-02', work: 'Change the oil', state: 'due' }
  const { body } = await desk.post('/hire/maintenance', { ...repair, state: undefined })
  expect(body.data).not.toHaveProperty('cost')
  expect((await finance.get('/hire/maintenance/search')).status).toBe(403)
})
