import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkResources, defineResource, field, lacks } from '#schema'

import { accounts } from '../../../fixtures/accounts.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'

const state = { open: 'Open', paid: 'Paid', lost: 'Lost' }

const customer = defineResource('customers', {
  permission: 'shop.customer',
  fields: { name: field.text({ max: 40 }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
  options: { permission: 'options.customers' },
})

const declared = {
  permission: 'shop.bill',
  fields: {
    number: field.text({ max: 20, search: true }),
    state: field.choice(state),
    customer: field.reference('customers'),
    seller: field.reference('users', { optional: true }),
    margin: field.integer({ optional: true, readBy: 'shop.finance' }),
  },
  title: 'number',
  list: ['number', 'state', 'margin'],
  filters: ['state', 'customer', 'seller', 'margin'],
  form: ['number', 'state', 'customer', 'seller', 'margin'],
} as const

const bill = defineResource('bills', {
  ...declared,
  access: {
    list: (user) => (user.permissions.has('shop.all') ? true : { seller: user.id }),
  },
  views: {
    Unpaid: { filter: { state: ['open', 'lost'] }, first: true },
    Poor: { filter: { margin_to: 5 } },
    Late: { filter: { state: 'lost' }, for: 'shop.late' },
    Beginners: { filter: { state: 'open' }, for: lacks('shop.late') },
  },
  tabs: true,
})
const byState = defineResource('orders', { ...declared, api: 'orders', tabs: 'state' })
const long = defineResource('receipts', {
  ...declared,
  size: 'large',
  tabs: 'state',
  access: { list: (user) => (user.permissions.has('shop.all') ? true : { seller: user.id }) },
  fields: {
    ...declared.fields,
    state: field.choice(state, { index: true }),
    seller: field.reference('users', { optional: true, index: true }),
  },
  filters: ['state', 'seller'],
})
const byCustomer = defineResource('offers', {
  ...declared,
  size: 'large',
  tabs: 'customer',
  fields: { ...declared.fields, customer: field.reference('customers', { index: true }) },
  filters: ['customer'],
  indexes: [],
})

let server: TestServer
let all: Client
let seller: Client
const create = ['bill', 'order'].map(() => 'shop.bill.create')

beforeAll(async () => {
  const resources = [...accounts, customer, bill, byState, byCustomer, long]
  server = await createTestServer({ resources })
  const common = ['shop.bill.view', 'options.customers', 'options.users', ...create]
  all = await server.user([
    ...common,
    'shop.all',
    'shop.late',
    'shop.finance',
    'shop.customer.create',
  ])
  seller = await server.user(common)
  await all.make('/customers', { name: 'Ada' })
  await all.make('/customers', { name: 'Bea' })
  for (const [at, one] of (['open', 'open', 'lost', 'paid'] as const).entries()) {
    const values = { number: `N-${at}`, state: one, customer: 1 + (at % 2), margin: at * 3 }
    const id = await all.make('/bills', values)
    await sql`update bills set seller = ${at === 0 ? seller.id : all.id} where id = ${id}`.execute(
      server.backend.database.sql,
    )
    await all.make('/orders', values)
    await all.make('/offers', values)
  }
}, 60_000)
afterAll(() => server.close())

const tabs = async (client: Client, api: string, filter: object = {}) => {
  const { status, body } = await client.post(`/${api}/tabs/search`, filter)
  if (status !== 200) return status
  return body.data.map(({ value, count, is_more }: any) => [value, is_more ? `${count}+` : count])
}

test('tabs of views hold what the user may list, and stand there for those who have them', async () => {
  expect(await tabs(all, 'bills')).toEqual([
    ['Unpaid', 3],
    ['Poor', 2],
    ['Late', 1],
  ])
  expect(await tabs(seller, 'bills')).toEqual([
    ['Unpaid', 1],
    ['Beginners', 1],
  ])
  expect(await tabs(await server.user([]), 'bills')).toEqual([
    ['Unpaid', 0],
    ['Beginners', 0],
  ])
})

test('tabs of a field hold its values among what the filters of the list let in', async () => {
  expect(await tabs(all, 'orders')).toEqual([
    ['open', 2],
    ['paid', 1],
    ['lost', 1],
  ])
  const filtered = [
    ['open', 1],
    ['paid', 0],
    ['lost', 1],
  ]
  expect(await tabs(all, 'orders', { customer: 1 })).toEqual(filtered)
  expect(await tabs(all, 'orders', { customer: 1, state: 'lost' })).toEqual(filtered)
  expect(await tabs(all, 'orders', { search: 'N-0', state: 'lost' })).toEqual([
    ['open', 1],
    ['paid', 0],
    ['lost', 0],
  ])
  expect(await tabs(seller, 'orders', { margin: 3 })).toBe(400)
  expect(await tabs(await server.user([]), 'orders')).toBe(403)
})

test('tabs of a reference are its choices; of a large list words are not counted', async () => {
  expect(await tabs(all, 'offers')).toEqual([
    [1, 2],
    [2, 2],
  ])
  expect(await tabs(all, 'offers', { search: 'N-1' })).toEqual([
    [1, null],
    [2, null],
  ])
  expect(await tabs(await server.user(['shop.bill.view']), 'offers')).toEqual([])
})

test('G3: of a long list at most 10,000 records are looked at: a tab holds no fewer than it says', async () => {
  const { sql: database } = server.backend.database
  const { id: ada } = (
    await sql<{ id: number }>`select id from customers order by id`.execute(database)
  ).rows[0]!
  await sql`insert into receipts (number, state, customer, seller)
    select n::text, case when n <= 30 then 'lost' when n % 20 = 0 then 'open' else 'paid' end, ${ada},
      case when n % 4 = 0 then ${seller.id}::bigint else ${all.id}::bigint end
    from generate_series(1, 12000) n`.execute(database)
  // An index finds the records of each value of all.
  expect(await tabs(all, 'receipts')).toEqual([
    ['open', 599],
    ['paid', '1000+'],
    ['lost', 30],
  ])
  // What a filter lets in is looked through from the newest.
  expect(await tabs(all, 'receipts', { id_from: 2 })).toEqual([
    ['open', '501+'],
    ['paid', '1000+'],
    ['lost', null],
  ])
  // Nor does a rule that lets few of all records in have all looked at.
  expect(await tabs(seller, 'receipts')).toEqual([
    ['open', 599],
    ['paid', 2394],
    ['lost', 7],
  ])
})

test.each<[told: string, more: object]>([
  ['bills.views.Odd: "Colour" is not a filter here', { views: { Odd: { filter: { Colour: 1 } } } }],
  ['bills.views.Odd: ', { views: { Odd: { filter: { state: 'gone' } } } }],
  ['bills.views.Odd: "seller" is not in `list`', { views: { Odd: { columns: ['seller'] } } }],
  ['bills.views.12: a view is called by words', { views: { 12: {} } }],
  [
    'bills.views.B: another view is the first',
    { views: { A: { first: true }, B: { first: true } } },
  ],
  ['bills.tabs: no `views` to make them of', { tabs: true }],
  ['bills.tabs: "number" has no choices', { tabs: 'number' }],
  ['bills.tabs: no field "hue"', { tabs: 'hue' }],
])('%s', (told, more) => {
  const wrong = defineResource('bills', { ...declared, ...more } as never)
  expect(() => checkResources([customer, wrong])).toThrow(told)
})
