import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkResources, defineResource, field } from '#schema'

import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { smith, tools } from '../../../fixtures/tools.ts'

let server: TestServer
let user: Client
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestServer({ resources: tools })
  user = await server.user(smith)
  const make = async (name: string, parent?: string) => {
    ids[name] = await user.make('/categories', { name, parent: parent ? ids[parent] : null })
  }
  await make('Tools')
  await make('Drills', 'Tools')
  await make('Hand drills', 'Drills')
  await make('Saws', 'Tools')
  await make('Toys')
  for (const name of ['Tools', 'Drills', 'Hand drills', 'Saws', 'Toys']) {
    await user.make('/tools', { name: `of ${name}`, category: ids[name] })
  }
  await user.make('/tools', { name: 'of none' })
}, 60_000)
afterAll(() => server.close())

const names = async (url: string) => {
  const { status, body } = await user.get(url)
  return status === 200 ? body.data.map(({ name }: { name: string }) => name).sort() : status
}
const move = (name: string, parent: number | null) =>
  user.put(`/categories/${ids[name]}`, { parent })

test('the fixture is declared without contradiction', () => {
  expect(() => checkResources(tools)).not.toThrow()
})

test('two records above are refused at the start', () => {
  const two = defineResource('categories', {
    permission: 'category',
    options: { permission: 'category.view' },
    fields: { name: field.text(), parent: field.parent(), other: field.parent() },
    title: 'name',
    list: ['name'],
    form: ['name'],
  })
  expect(() => checkResources([two])).toThrow('categories.other: the record above is "parent"')
})

describe('a record of a tree', () => {
  test.each([
    ['Tools', 'Tools'],
    ['Tools', 'Drills'],
    ['Tools', 'Hand drills'],
    ['Drills', 'Hand drills'],
  ])('never stands below itself: %s below %s', async (name, below) => {
    const { status, body } = await move(name, ids[below] ?? 0)
    expect([status, body.errors]).toEqual([422, { parent: ['A record cannot stand below itself'] }])
  })

  test('moves to any other place', async () => {
    expect((await move('Hand drills', ids['Saws'] ?? 0)).status).toBe(200)
    expect((await move('Drills', ids['Hand drills'] ?? 0)).status).toBe(200)
    expect((await move('Drills', ids['Tools'] ?? 0)).status).toBe(200)
    expect((await move('Hand drills', null)).status).toBe(200)
    expect((await move('Hand drills', ids['Drills'] ?? 0)).status).toBe(200)
  })

  test('makes no circle with one that moves at the same time', async () => {
    const pairs = await Promise.all(
      [1, 2, 3, 4].map(async (round) => [
        await user.make('/categories', { name: `Left ${round}` }),
        await user.make('/categories', { name: `Right ${round}` }),
      ]),
    )
    const answers = await Promise.all(
      pairs.flatMap(([left, right]) => [
        user.put(`/categories/${left}`, { parent: right }),
        user.put(`/categories/${right}`, { parent: left }),
      ]),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 200, 200, 422, 422, 422, 422])
  })
})

describe('a tree is named by its path', () => {
  test('in labels, in their order and in the history', async () => {
    const { body } = await user.get('/tools/search?sort=category')
    const labels = body.data.map((one: any) => one.labels.category?.label ?? null)
    expect(labels).toEqual([
      'Tools',
      'Tools › Drills',
      'Tools › Drills › Hand drills',
      'Tools › Saws',
      'Toys',
      null,
    ])
  })

  test('in what is chosen from', async () => {
    const { body } = await user.get('/categories/all')
    const paths = body.data.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(expect.arrayContaining(['Tools', 'Tools › Drills › Hand drills']))
  })
})

describe('a list is filtered by a record with all below it', () => {
  test.each([
    [() => `category_below=${ids['Drills']}`, ['of Drills', 'of Hand drills']],
    [() => `category=${ids['Drills']}`, ['of Drills']],
    [() => `category_below=${ids['Saws']},${ids['Toys']}`, ['of Saws', 'of Toys']],
    [
      () => `category_below=${ids['Tools']}&category_not=${ids['Saws']}`,
      ['of Drills', 'of Hand drills', 'of Tools'],
    ],
    [() => `category.parent=${ids['Tools']}`, ['of Drills', 'of Saws']],
    [() => `category.parent_below=${ids['Drills']}`, ['of Hand drills']],
    [
      () => `where=${JSON.stringify({ category: { below: [ids['Drills']] } })}`,
      ['of Drills', 'of Hand drills'],
    ],
  ])('%s', async (query, expected) => {
    expect(await names(`/tools/search?${query()}`)).toEqual(expected)
  })

  test('the tree itself too', async () => {
    expect(await names(`/categories/search?parent_below=${ids['Tools']}`)).toEqual([
      'Drills',
      'Hand drills',
      'Saws',
    ])
  })

  test('and by nothing else', async () => {
    expect(await names('/tools/search?name_below=1')).toBe(400)
    expect(await names('/tools/search?category_below=x')).toBe(400)
  })
})

test('what stands below goes with a record, as its field says', async () => {
  const top = await user.make('/categories', { name: 'Top' })
  const mid = await user.make('/categories', { name: 'Mid', parent: top })
  const low = await user.make('/categories', { name: 'Low', parent: mid })
  expect((await user.delete(`/categories/${top}`)).status).toBe(200)
  expect((await user.get(`/categories/${low}`)).status).toBe(404)
  // A tool keeps its category, and so all above that.
  expect((await user.delete(`/categories/${ids['Tools']}`)).status).toBe(409)
})
