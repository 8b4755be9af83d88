import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { defineResource, defineResources, field } from '#schema'
import { editRecord, type Behaviors } from '#server'

import { checkedAnswer } from '../../../src/server/records/write/validation/validateWrite.ts'
import { checkBusiness } from '../../../src/server/kernel/business.ts'
import { ended } from '../../attacks/cases/office.ts'
import { createTestServer, type TestServer } from '../../fixtures/server.ts'

const shop = defineResource('shops', {
  permission: 'shop',
  fields: {
    name: field.text({ max: 10 }),
    town: field.text({ max: 10, optional: true }),
    places: field.integer({ optional: true, computed: true }),
  },
  title: 'name',
  list: ['name'],
  form: ['name', 'town'],
  actions: {
    close: { label: 'Close', permission: 'shop.close' },
    rename: { label: 'Rename', permission: 'shop.close', input: { name: field.text() } },
  },
})

const stall = defineResource('stalls', {
  permission: 'stall',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const list = defineResources([shop, stall])

let server: TestServer
let answered: unknown
let completes: (values: object) => unknown = (values) => values
let presented: (record: unknown) => unknown = (record) => record

beforeAll(async () => {
  const behaviors: Behaviors<typeof list> = {
    shops: {
      beforeCreate: (input) => ({ ...input, ...(answered as object) }),
      beforeUpdate: (changes) => ({ ...changes, ...(answered as object) }),
      actions: {
        close: () => undefined,
        async rename({ records: [one], input }, context) {
          if (one) await editRecord(shop, one, input, context)
        },
      },
    },
    stalls: {
      beforeCreate: (input) => completes(input) as typeof input,
      beforeUpdate: (changes) => completes(changes) as typeof changes,
      warnOfUpdate: ({ name }) => (name.startsWith('Shut') ? `Still: ${name}` : undefined),
      present: (record) => presented(record) as typeof record,
    },
  }
  server = await createTestServer({ resources: list, behaviors: behaviors as never })
}, 60_000)
afterAll(() => server.close())

describe('what a hook answers', () => {
  test('is stored where its fields take it', async () => {
    const user = await server.user(['shop.view', 'shop.create', 'shop.update'])
    answered = { places: 3 }
    const id = await user.make('/shops', { name: 'Alpha' })
    expect((await user.get(`/shops/${id}`)).body.data.places).toBe(3)
  })

  test.each([[{ places: 'many' }], [{ town: 'A name that is too long' }], [{ name: null }]])(
    'is a fault of the business where they do not: %o',
    async (wrong) => {
      const user = await server.user(['shop.view', 'shop.create', 'shop.update'])
      answered = {}
      const id = await user.make('/shops', { name: 'Beta' })
      answered = wrong
      expect((await user.post('/shops', { name: 'Gamma' })).status).toBe(500)
      expect((await user.put(`/shops/${id}`, { name: 'Delta' })).status).toBe(500)
      answered = {}
      expect((await user.get(`/shops/${id}`)).body.data.name).toBe('Beta')
    },
  )

  const check = (answer: unknown, isDevelopment = true) =>
    checkedAnswer(
      { resource: shop, name: 'beforeCreate', given: { name: 'Alpha' }, isDevelopment },
      answer,
    )

  test('is named with resource, hook and field', () => {
    expect(() => check({ twon: 'Rome' })).toThrow(
      'shops.beforeCreate: returns "twon", which is no field',
    )
    expect(() => check({ places: 1.5 })).toThrow(/^shops.beforeCreate: returns a wrong "places": /)
    expect(() => check(undefined)).toThrow('shops.beforeCreate: a hook returns the values')
    expect(check({ twon: 'Rome' }, false)).toEqual({ twon: 'Rome' })
    expect(check({ name: 'Alpha', town: null })).toEqual({ name: 'Alpha', town: null })
  })
})

test('an action that edits its record does so by every rule of the form, whoever may press it', async () => {
  const user = await server.user(['shop.view', 'shop.create', 'shop.close'])
  answered = {}
  const id = await user.make('/shops', { name: 'Alpha' })
  const path = `/shops/${id}`
  expect(await user.post(`${path}/rename`, { name: 'A name too long' })).toMatchObject({
    status: 422,
    body: { errors: { name: ['Use at most 10 characters'] } },
  })
  answered = { places: 7 }
  expect((await user.post(`${path}/rename`, { name: 'Beta' })).status).toBe(200)
  answered = {}
  expect((await user.get(path)).body.data).toMatchObject({ name: 'Beta', places: 7 })
  expect((await user.put(path, { name: 'Gamma' })).status).toBe(403)
})

test('12.9 a hook that forgets to return is a fault of the business, and stores nothing', async () => {
  const user = await server.user(['stall.view', 'stall.create', 'stall.update'])
  const id = await user.make('/stalls', { name: 'Fish' })
  completes = () => undefined
  expect((await user.post('/stalls', { name: 'Fruit' })).status).toBe(500)
  expect((await user.put(`/stalls/${id}`, { name: 'Fruit' })).status).toBe(500)
  completes = (values) => values
  expect((await user.get('/stalls/search?name=Fruit')).body.data).toEqual([])
})

test('what is to be said of a change is said of each of many, at once and by a job', async () => {
  const user = await server.user(['stall.view', 'stall.create', 'stall.update'])
  const [one = 0, other = 0] = [
    await user.make('/stalls', { name: 'First' }),
    await user.make('/stalls', { name: 'Second' }),
  ]
  const edit = (ids: readonly number[], name: string) =>
    user.post('/stalls/bulk/update', { ids, values: { name } })
  const warning = 'Still: Shut'
  expect((await edit([one, other], 'Shut')).body.data).toMatchObject({
    done: 2,
    warnings: [
      { id: one, warning },
      { id: other, warning },
    ],
  })
  expect((await edit([one], 'Open')).body.data).toMatchObject({ done: 1, warnings: [] })
  const ids: number[] = []
  for (let at = 0; at < 101; at++) ids.push(await user.make('/stalls', { name: `Shut ${at}` }))
  const { job_id: job } = (await edit(ids, 'Shut')).body.data
  await server.backend.jobs.work()
  expect(await ended(server, job)).toMatchObject({
    state: 'finished',
    result: { warnings: [{ reason: warning, count: 101 }] },
  })
})

test('12.9 work after what is done to nothing does not compile', () => {
  const work = async () => undefined
  const right: Behaviors<typeof list>['stalls'] = { after: { create: work, restore: work } }
  // @ts-expect-error no act of this name
  const wrong: Behaviors<typeof list>['stalls'] = { after: { confrim: work } }
  const act: Partial<Behaviors<typeof list>['shops']> = { after: { close: work } }
  expect([right, wrong, act]).toHaveLength(3)
})

test('a record that `present` forgets to return is a fault of the business, and no empty row', async () => {
  const user = await server.user(['stall.view', 'stall.create'])
  const id = await user.make('/stalls', { name: 'Fish' })
  presented = () => undefined
  expect((await user.get('/stalls/search')).status).toBe(500)
  expect((await user.get(`/stalls/${id}`)).status).toBe(500)
  presented = (record) => record
  expect((await user.get(`/stalls/${id}`)).body.data.name).toBe('Fish')
})

test('an action without a handler neither compiles nor starts', () => {
  // @ts-expect-error no behavior of the shops
  const none: Behaviors<typeof list> = {}
  // @ts-expect-error no handler
  const empty: Behaviors<typeof list> = { shops: {} }
  for (const behaviors of [none, empty]) {
    const business = { resources: list, permissions: [], roles: [], behaviors: behaviors as never }
    expect(() => checkBusiness(business)).toThrow('shops.actions.close: no handler')
  }
})
