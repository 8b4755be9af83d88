import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { defineResource, defineResources, field, type Resource } from '#schema'
import type { Behavior, Business } from '#server'
import { systemResources } from '#system'
import { systemBehaviors } from '#system/server'

import { checkBusiness } from '../../src/server/kernel/business.ts'
import { syncAccess } from '../../src/server/auth/access.ts'
import { writeBlocks } from './blocks.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'

/** The code of docs/recipes.md as it stands there, run on a real server with a real receiver of its webhook. */
interface Call {
  key: unknown
  body: unknown
}

let partner: Server
let calls: Call[] = []
let server: TestServer
let clerk: Client
let article: number
let orderBehavior: Behavior<any>
let recipes: readonly Resource[]
let behaviors: Business['behaviors']
let removeCode: () => void
let load: ReturnType<typeof writeBlocks>['load']
let refuseOverlap: (...rest: any[]) => Promise<void>

beforeAll(async () => {
  partner = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      calls.push({ key: request.headers['idempotency-key'], body: JSON.parse(text) })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => partner.once('listening', done))
  const address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`

  const { load: loadBlock, remove } = writeBlocks('recipes.md', 'recipes', (code) =>
    code.replaceAll('https://partner.example.com', address),
  )
  removeCode = remove
  load = loadBlock
  const { resources } = await load('orders.ts')
  const { part } = await load('parts.ts')
  const { partBehavior } = await load('parts.server.ts')
  const { review } = await load('kinds.ts')
  await load('kinds.server.ts')
  const { numbered } = await load('numbers.server.ts')
  const { orderLineBehavior } = await load('turnover.server.ts')
  const { nightly } = await load('nightly.server.ts')
  const { late } = await load('late.server.ts')
  const { webhook } = await load('webhook.server.ts')
  ;({ orderBehavior } = await load('transitions.server.ts'))
  ;({ refuseOverlap } = await load('overlap.server.ts'))
  const behavior = {
    ...orderBehavior,
    beforeCreate: numbered,
    after: webhook,
    schedules: { ...late, ...nightly },
  }
  recipes = [...resources, part, review]
  behaviors = { orders: behavior, order_lines: orderLineBehavior, parts: partBehavior }
  server = await createTestServer({
    resources: defineResources([...recipes, room, stay]),
    behaviors: { ...behaviors, bookings: stayBehavior },
  })
  clerk = await server.user([
    ...['view', 'create', 'update', 'delete', 'send', 'cancel'].map((act) => `shop.order.${act}`),
    ...['article', 'part', 'review'].flatMap((one) =>
      ['view', 'create'].map((act) => `shop.${one}.${act}`),
    ),
    'inn.view',
    'inn.create',
    'dashboard.view',
  ])
  article = await clerk.make('/articles', { name: 'Rope', price: 12.5 })
  await server.backend.jobs.work()
}, 60_000)

afterAll(async () => {
  await server.close()
  partner.close()
  removeCode()
})
beforeEach(() => void (calls = []))

const room = defineResource('rooms', {
  permission: 'inn',
  fields: { name: field.text({ max: 20 }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
})
const stay = defineResource('bookings', {
  permission: 'inn',
  fields: { room: field.reference('rooms'), from_date: field.date(), to_date: field.date() },
  title: 'from_date',
  list: ['room', 'from_date', 'to_date'],
  form: ['room', 'from_date', 'to_date'],
})
const stayBehavior: Behavior<typeof stay> = {
  async beforeCreate(input, context) {
    await refuseOverlap(input.room, input.from_date, input.to_date, context)
    return input
  },
}

const order = (more: object = {}) =>
  clerk.make('/orders', { lines: [{ article, quantity: 2 }], ...more })
const read = async (id: number) => (await clerk.get(`/orders/${id}`)).body.data

test('what they declare would start', () => {
  const all = [...recipes, ...systemResources(recipes)]
  const own = { ...systemBehaviors, ...behaviors }
  const business = { resources: all, behaviors: own, permissions: [], roles: [] }
  expect(() => checkBusiness(business)).not.toThrow()
})

test('its own permissions are all that its rules and fields name', async () => {
  const { permissions, shelf } = await load('permissions.ts')
  const all = [shelf, ...systemResources([shelf])]
  const business = { resources: all, behaviors: systemBehaviors, permissions, roles: [] }
  expect(() => checkBusiness(business)).not.toThrow()
  const less = permissions.filter(({ name }: { name: string }) => name !== 'shop.trainee')
  expect(() => checkBusiness({ ...business, permissions: less })).toThrow('shop.trainee')
  const holder = (...names: string[]) => ({ permissions: new Set(['shop.shelf.delete', ...names]) })
  const mayDelete = (...names: string[]) => shelf.access.delete(holder(...names))
  expect([mayDelete(), mayDelete('shop.trainee')]).toEqual([true, false])
  expect(mayDelete('shop.trainee', 'management.role.update')).toBe(true)
})

test('an act without a record answers, and one with a record brings a file', async () => {
  const id = await clerk.make('/parts', { number: 'P-1', stock: 4 })
  const checked = await clerk.post('/parts/check', { numbers: ['P-1', 'P-2'] })
  expect(checked.body.data).toEqual({ known: 1, unknown: ['P-2'] })
  const url = `/api/parts/${id}/label`
  const headers = { authorization: `Bearer ${clerk.token}` }
  const label = await server.app.inject({ method: 'POST', url, headers, payload: {} })
  expect(label.body).toBe('Part P-1\n4 in stock')
})

test('a kind of its own is validated, filtered by and counted in filters', async () => {
  for (const stars of [5, 5, 2]) await clerk.make('/reviews', { text: 'Well', stars })
  const refused = await clerk.post('/reviews', { text: 'Bad', stars: 9 })
  expect(refused.body.errors).toEqual({ stars: ['Give one to five stars'] })
  expect((await clerk.get('/reviews/search?stars_from=3')).body.data).toHaveLength(2)
  const { data } = (await clerk.post('/reviews/values/search?of=stars', {})).body
  expect(data.map(({ value, count }: any) => [value, count])).toEqual([
    [5, 2],
    [2, 1],
  ])
})

test('line items: the price comes from the article, and the total from the lines', async () => {
  const { total, state } = await read(await order())
  expect([total, state]).toEqual([25, 'open'])
  const { status } = await clerk.post('/orders', { lines: [] })
  expect(status).toBe(422)
})

test('a sum over lines on the dashboard follows each line', async () => {
  const turnover = async () =>
    (await clerk.get('/cards?days=7')).body.data.find(({ card }: any) => card === 'turnover').value
  const before = await turnover()
  const id = await order()
  expect(await turnover()).toBe(before + 25)
  const { lines, version } = await read(id)
  const changed = lines.map((line: object) => ({ ...line, quantity: 3 }))
  expect((await clerk.put(`/orders/${id}`, { version, lines: changed })).status).toBe(200)
  expect(await turnover()).toBe(before + 37.5)
})

test('numbers without gaps: a refused order gives its number back', async () => {
  const numberOf = async (id: number) => Number((await read(id)).number.slice(2))
  const first = await numberOf(await order())
  expect((await clerk.post('/orders', { lines: [{ article: 999, quantity: 1 }] })).status).toBe(422)
  const next = await Promise.all(Array.from({ length: 4 }, () => order().then(numberOf)))
  expect(next.sort()).toEqual([1, 2, 3, 4].map((step) => first + step))
})

test('transitions and the webhook: the partner is told once what was sent', async () => {
  const id = await order()
  expect((await clerk.post(`/orders/${id}/send`, {})).status).toBe(200)
  const { number, state, due_on } = await read(id)
  expect([state, due_on]).toEqual(['sent', new Date().toISOString().slice(0, 10)])
  await vi.waitFor(() => expect(calls).toHaveLength(1), 15_000)
  expect(calls[0]).toMatchObject({ key: expect.any(String), body: { id, number, total: 25 } })
  expect((await clerk.post(`/orders/${id}/cancel`, {})).status).toBe(409)
})

test('telling people: who may send a late order is told of it', async () => {
  const id = await order({ due_on: '2020-01-31' })
  const { number } = await read(id)
  await server.backend.jobs.upkeep()
  const { rows } = await sql`
    select "user", message, count from notifications where event = 'order_late' and record_id = ${id}`.execute(
    server.backend.database.sql,
  )
  expect(rows).toEqual([
    { user: clerk.id, message: `${number} was due on Jan 31, 2020.`, count: 1 },
  ])
})

test('demo data: fills an empty console', async () => {
  const { demo, demoAccounts } = await load('demo.server.ts')
  const roles = ['Administrator', 'Clerk'].map((name) => ({ name, permissions: ['*'] }))
  const empty = await createTestServer({ resources: defineResources([...recipes]), roles })
  await syncAccess(empty.backend)
  await demo(empty.backend)
  const { email, password } = demoAccounts[1]
  expect((await empty.anonymous.post('/login', { email, password })).status).toBe(200)
  const { rows } = await sql`select name from articles`.execute(empty.backend.database.sql)
  expect(rows).toEqual([{ name: 'Nail' }])
  await empty.close()
})

test('a nightly job: cancels what nobody sent in time', async () => {
  const [late, later] = [
    await order({ due_on: '2020-01-31' }),
    await order({ due_on: '2099-01-31' }),
  ]
  await sql`update schedule_runs set next_at = now() - interval '1 hour' where name like '%stale'`.execute(
    server.backend.database.sql,
  )
  await server.backend.jobs.upkeep()
  expect([(await read(late)).state, (await read(later)).state]).toEqual(['cancelled', 'open'])
})

test('one record excludes another: of two at once, one is taken', async () => {
  const name = await clerk.make('/rooms', { name: 'Attic' })
  const book = () =>
    clerk.post('/bookings', { room: name, from_date: '2027-03-01', to_date: '2027-03-04' })
  const answers = await Promise.all([book(), book()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})
