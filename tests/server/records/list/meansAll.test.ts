import { afterAll, beforeAll, expect, test } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'

const town = defineResource('towns', {
  permission: 'town',
  fields: { name: field.text({ max: 40 }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const tram = defineResource('trams', {
  permission: 'tram',
  fields: {
    name: field.text({ max: 40 }),
    serves: field.references('towns', { none: 'Every town' }),
    passed: field.references('towns'),
  },
  title: 'name',
  list: ['name', 'serves', 'passed'],
  filters: ['serves', 'passed'],
  form: ['name', 'serves', 'passed'],
})

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await createTestServer({ resources: defineResources([town, tram]) })
  admin = await server.user(['town.view', 'town.create', 'tram.view', 'tram.create'])
}, 60_000)
afterAll(() => server.close())

test('a list without values is found by each of those that it means, where it means all', async () => {
  const [north, south] = [
    await admin.make('/towns', { name: 'North' }),
    await admin.make('/towns', { name: 'South' }),
  ]
  for (const [name, towns] of [
    ['all', []],
    ['one', [north]],
    ['other', [south]],
  ] as const)
    await admin.make('/trams', { name, serves: towns, passed: towns })
  const found = async (filter: string) =>
    (await admin.get(`/trams/search?sort=id&${filter}`)).body.data.map(
      (one: { name: string }) => one.name,
    )
  expect(await found(`serves=${north}`)).toEqual(['all', 'one'])
  expect(await found(`serves=${north},${south}`)).toEqual(['all', 'one', 'other'])
  expect(await found(`serves_not=${north}`)).toEqual(['other'])
  expect(await found('serves_empty=true')).toEqual(['all'])
  expect(await found(`passed=${north}`)).toEqual(['one'])
  expect(await found(`passed_not=${north}`)).toEqual(['all', 'other'])
})
