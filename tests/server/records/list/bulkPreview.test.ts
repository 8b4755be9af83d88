import { afterAll, beforeAll, expect, test } from 'vitest'

import { defineResource, defineResources, field } from '#schema'
import { invalid, type Behavior } from '#server'

import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { checkBusiness } from '../../../../src/server/kernel/business.ts'

const parcel = defineResource('parcels', {
  permission: 'parcel',
  fields: {
    label: field.text(),
    state: field.states({ packed: { post: 'posted' }, posted: {} }),
  },
  title: 'label',
  list: ['label', 'state'],
  filters: ['state'],
  form: ['label'],
  actions: { post: { label: 'Post', permission: 'parcel.post', previewed: true } },
})

let server: TestServer
let clerk: Client

const parcels: Behavior<typeof parcel> = {
  bulk: {
    post: {
      refuse({ ids }) {
        if (ids.length > 3) throw invalid({}, 'The van is full')
      },
      preview: ({ ids }) => ({
        checked: ids.length,
        done: ids.length - 1,
        reasons: [{ reason: 'Too heavy', count: 1, waits: false }],
      }),
    },
  },
}

beforeAll(async () => {
  server = await createTestServer({
    resources: [...defineResources([parcel])],
    behaviors: { parcels: parcels as never },
  })
  clerk = await server.user(['parcel.view', 'parcel.create', 'parcel.post'])
  for (const label of 'abcd') await clerk.make('/parcels', { label })
}, 60_000)
afterAll(() => server.close())

const preview = (body: object, client = clerk) => client.post('/parcels/bulk/post/preview', body)

test('says of many what would become of them, and changes nothing', async () => {
  const { status, body } = await preview({ ids: [1, 2, 99] })
  expect([status, body.data]).toEqual([
    200,
    {
      count: 3,
      checked: 2,
      done: 1,
      reasons: [{ reason: 'Too heavy', count: 1, waits: false }],
    },
  ])
  expect((await clerk.get('/parcels/1')).body.data.state).toBe('packed')
})

test('needs the right to the action, and the number that the filter matches', async () => {
  const reader = await server.user(['parcel.view'])
  expect((await preview({ ids: [1] }, reader)).status).toBe(403)
  const filter = { state: 'packed' }
  expect((await preview({ filter, expected_count: 3 })).status).toBe(409)
})

test('refuses all of them together, in the preview as in the action', async () => {
  const body = { ids: [1, 2, 3, 4] }
  const answers = [await preview(body), await clerk.post('/parcels/bulk/post', body)]
  for (const { status, body: refused } of answers) {
    expect([status, refused.message]).toEqual([422, 'The van is full'])
  }
  expect((await clerk.get('/parcels/1')).body.data.state).toBe('packed')
  const few = await clerk.post('/parcels/bulk/post', { ids: [1, 2] })
  expect(few.body.data).toMatchObject({ done: 2, skipped: 0 })
})

test('an action that is previewed and that nothing counts does not start', () => {
  const business = { resources: [parcel], permissions: [], roles: [], behaviors: {} }
  expect(() => checkBusiness(business)).toThrow('parcels.actions.post: nothing counts its preview')
})
