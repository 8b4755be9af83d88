import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { countedFields, defineResource, field } from '#schema'

import { accounts } from '../../../fixtures/accounts.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'

const label = defineResource('labels', {
  permission: 'shop.label',
  fields: { name: field.text({ max: 40 }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
  options: { permission: 'options.labels' },
})

const declared = {
  permission: 'shop.bill',
  fields: {
    number: field.text({ max: 20, search: true }),
    state: field.choice({ open: 'Open', paid: 'Paid', lost: 'Lost' }, { index: true }),
    mood: field.choice({ good: 'Good', bad: 'Bad' }, { optional: true, readBy: 'shop.mood' }),
    label: field.reference('labels', { optional: true, index: true }),
    labels: field.references('labels'),
    seller: field.reference('users', { optional: true }),
    country: field.country({ optional: true }),
    words: field.words({ optional: true }),
    told: field.text({ optional: true, optionList: 'told' }),
    note: field.text({ optional: true }),
    worth: field.derived(field.choice({ much: 'Much', little: 'Little' })),
    zone: field.timeZone({ optional: true }),
  },
  title: 'number',
  list: ['number', 'state', 'mood', 'label'],
  filters: ['number', 'state', 'mood', 'label', 'labels'],
  form: ['number', 'state', 'mood', 'label', 'labels', 'country', 'words', 'told', 'zone'],
} as const

const worth = { derived: { worth: "case when d.number = 'N-1' then 'much' else 'little' end" } }

const bill = defineResource('bills', {
  ...declared,
  access: { list: (user) => (user.permissions.has('shop.all') ? true : { seller: user.id }) },
})
const receipt = defineResource('receipts', { ...declared, size: 'large' })

let server: TestServer
let all: Client
let seller: Client

beforeAll(async () => {
  server = await createTestServer({
    resources: [...accounts, label, bill, receipt],
    behaviors: { bills: worth, receipts: worth },
  })
  const common = ['shop.bill.view', 'shop.bill.create', 'options.labels']
  all = await server.user([...common, 'shop.all', 'shop.mood', 'shop.label.create'])
  seller = await server.user(common)
  for (const name of ['A', 'B']) await all.make('/labels', { name })
  const bills = [
    { number: 'N-1', state: 'open', mood: 'good', label: 1, labels: [1, 2], country: 'DE' },
    { number: 'N-2', state: 'lost', mood: 'bad', label: 1, labels: [2], words: ['far', 'new'] },
    {
      number: 'N-3',
      state: 'lost',
      label: 2,
      labels: [],
      words: ['new'],
      told: 'Busy',
      country: 'DE',
    },
  ]
  for (const one of bills) await all.make('/bills', one)
  const { sql: database } = server.backend.database
  await sql`update bills set seller = ${seller.id} where number = 'N-3'`.execute(database)
  await sql`insert into receipts (number, state)
    select n::text, case when n % 20 = 0 then 'lost' when n > 11990 then 'open' else 'paid' end
    from generate_series(1, 12000) n`.execute(database)
}, 60_000)
afterAll(() => server.close())

const values = async (client: Client, address: string, filter: object = {}) => {
  const { status, body } = await client.post(`/${address}`, filter)
  if (status !== 200) return status
  return body.data.map(({ value, count, is_more }: any) => [value, is_more ? `${count}+` : count])
}
const ofBills = (of: string, filter?: object, client = all) =>
  values(client, `bills/values/search?of=${of}`, filter)

test('the values that the list has come by their number, without those that it has not', async () => {
  expect(await ofBills('state')).toEqual([
    ['lost', 2],
    ['open', 1],
  ])
  expect(await ofBills('label')).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect(await ofBills('labels')).toEqual([
    [2, 2],
    [1, 1],
  ])
})

test('countries, words of a list or of an option list, and derived values have them too', async () => {
  expect(await ofBills('country')).toEqual([['DE', 2]])
  expect(await ofBills('words')).toEqual([
    ['new', 2],
    ['far', 1],
  ])
  expect(await ofBills('words', { words: 'far', state: 'lost' })).toEqual([
    ['new', 2],
    ['far', 1],
  ])
  expect(await ofBills('told')).toEqual([['Busy', 1]])
  expect(await ofBills('worth')).toEqual([
    ['little', 2],
    ['much', 1],
  ])
  expect(await ofBills('worth', {}, seller)).toEqual([['little', 1]])
})

test('among what the other filters let in, and never beyond what the user may list', async () => {
  expect(await ofBills('state', { label: 1, state: 'open' })).toEqual([
    ['lost', 1],
    ['open', 1],
  ])
  expect(await ofBills('state', { search: 'N-3' })).toEqual([['lost', 1]])
  expect(await ofBills('state', {}, seller)).toEqual([['lost', 1]])
  const nobody = await server.user([])
  expect(await values(nobody, 'receipts/values/search?of=state')).toBe(403)
})

test('of a field that the user may not read, or whose names they may not have, there is none', async () => {
  expect(await ofBills('mood')).toEqual([
    ['bad', 1],
    ['good', 1],
  ])
  expect(await ofBills('mood', {}, seller)).toEqual([])
  const reader = await server.user(['shop.bill.view', 'shop.all'])
  expect(await ofBills('label', {}, reader)).toEqual([])
})

test('other fields have none', async () => {
  expect(await ofBills('number')).toBe(400)
  expect(await ofBills('note')).toBe(400)
  expect(countedFields(receipt)).toEqual(['state', 'label', 'labels', 'seller'])
  const masked = defineResource('bills', {
    ...declared,
    fields: {
      ...declared.fields,
      state: field.choice({ a: 'A' }, { unmaskBy: 'shop.contact' }),
    },
  })
  expect(countedFields(masked)).not.toContain('state')
})

test('of a long list at most 10,000 records are looked at: there are no fewer; and words are not', async () => {
  const ofReceipts = (filter?: object) => values(all, 'receipts/values/search?of=state', filter)
  expect(await ofReceipts()).toEqual([
    ['paid', '1000+'],
    ['lost', 600],
    ['open', 9],
  ])
  // Those that are looked at are the newest.
  expect(await ofReceipts({ id_from: 2 })).toEqual([
    ['paid', '1000+'],
    ['lost', '501+'],
    ['open', '9+'],
  ])
  expect(await ofReceipts({ id_to: 11_000 })).toEqual([
    ['paid', '1000+'],
    ['lost', '501+'],
  ])
  expect(await ofReceipts({ id_to: 40 })).toEqual([
    ['paid', 38],
    ['lost', 2],
  ])
  expect(await ofReceipts({ search: '12' })).toEqual([])
})
