import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkResources, count, defineResource, field, permissionsOf, sum } from '#schema'

import { recount } from '../../../src/server/statistics/recount.ts'
import { awayFromMidnight } from '../../fixtures/work/midnight.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const declared = {
  permission: 'shop.bill',
  fields: {
    number: field.text({ max: 20 }),
    issued_on: field.date(),
    amount: field.money({ signed: true, readBy: 'shop.finance' }),
    is_test: field.boolean({ default: false }),
  },
  title: 'number',
  list: ['number', 'issued_on', 'amount'],
  filters: ['issued_on'],
  form: ['number', 'issued_on', 'amount', 'is_test'],
} as const

const bill = defineResource('bills', {
  ...declared,
  softDelete: true,
  cards: {
    bills: { ...count('issued_on'), where: { is_test: false } },
    turnover: sum('amount', 'issued_on'),
    open_to_all: { ...sum('amount', 'issued_on'), for: 'shop.board' },
  },
})

const own = defineResource('notes', {
  ...declared,
  api: 'notes',
  access: { list: ({ id }) => ({ id }) },
  cards: { notes: count('created_at') },
})

let server: TestServer
let clerk: Client

beforeAll(async () => {
  await awayFromMidnight()
  server = await createTestServer({ resources: [bill, own] })
  clerk = await server.user(permissionsOf(bill))
}, 120_000)
afterAll(() => server.close())

const today = () => new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const cards = async (client: Client, days = 7): Promise<any[]> =>
  (await client.get(`/cards?days=${days}`)).body.data
const numbers = async (client: Client, days = 7) =>
  Object.fromEntries(
    (await cards(client, days)).map(({ card, value, before }) => [card, [value, before]]),
  )

test('sums follow every write, cents included', async () => {
  const make = (amount: number, issued_on = today(), more = {}) =>
    clerk.make('/bills', { number: 'R', amount, issued_on, ...more })
  const first = await make(10.1)
  await make(0.2, daysAgo(6))
  await make(5, daysAgo(8))
  const test = await make(1, today(), { is_test: true })
  expect(await numbers(clerk)).toEqual({
    bills: [2, 1],
    turnover: [11.3, 5],
    open_to_all: [11.3, 5],
  })
  await clerk.put(`/bills/${first}`, { amount: 20.55 })
  await clerk.put(`/bills/${test}`, { amount: -1 })
  expect(await numbers(clerk)).toMatchObject({ turnover: [19.75, 5] })
  await clerk.put(`/bills/${first}`, { issued_on: daysAgo(9) })
  expect(await numbers(clerk)).toMatchObject({ bills: [1, 2], turnover: [-0.8, 25.55] })
  await clerk.delete(`/bills/${first}`)
  expect(await numbers(clerk)).toMatchObject({ bills: [1, 1], turnover: [-0.8, 5] })
  expect(await numbers(clerk, 30)).toMatchObject({ bills: [2, 0], turnover: [4.2, 0] })
  const kept = await cards(clerk, 90)
  await server.backend.database.sql.transaction().execute((sql) => recount([bill, own], sql))
  expect(await cards(clerk, 90)).toEqual(kept)
})

test('each card is for those who may know all that it counts', async () => {
  const shown = async (...permissions: string[]) =>
    Object.keys(await numbers(await server.user(['dashboard.view', ...permissions])))
  expect(await shown('shop.bill.view')).toEqual(['bills'])
  expect(await shown('shop.bill.view', 'shop.finance')).toEqual(['bills', 'turnover'])
  expect(await shown('shop.board')).toEqual(['open_to_all'])
  expect(await shown()).toEqual([])
  expect((await (await server.user(['shop.bill.view'])).get('/cards')).status).toBe(403)
  expect((await clerk.get('/cards?days=8')).status).toBe(400)
})

test.each<[told: string, cards: object]>([
  ['bills.cards.odd: no field "sold_on"', { odd: count('sold_on') }],
  ['bills.cards.odd: "number" has no day', { odd: count('number') }],
  ['bills.cards.odd: "number" is no number that adds up', { odd: sum('number', 'issued_on') }],
])('%s', (told, wrong) => {
  const resource = defineResource('bills', { ...declared, cards: wrong } as never)
  expect(() => checkResources([resource])).toThrow(told)
})

test('what is no number or day of the record does not compile', () => {
  defineResource('bills', {
    ...declared,
    // @ts-expect-error a text adds up to nothing
    cards: { odd: sum('number', 'issued_on') },
  })
  defineResource('bills', {
    ...declared,
    // @ts-expect-error an amount has no day
    cards: { odd: count('amount') },
  })
})
