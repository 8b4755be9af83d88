import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkResources, defineResource, field } from '#schema'

import { accounts } from '../../fixtures/accounts.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const declared = {
  permission: 'hotel.floor',
  fields: {
    name: field.text({ max: 20, search: true }),
    place: field.integer({ min: 0, max: 50, default: 20, writeBy: 'hotel.order' }),
    owner: field.reference('users', { optional: true }),
  },
  title: 'name',
  list: ['name', 'place'],
  form: ['name', 'place'],
  sort: 'place',
  arranged: 'place',
  options: { permission: 'options.floors', fields: ['name'] },
} as const

const floor = defineResource('floors', {
  ...declared,
  access: {
    edit: (user) => (user.permissions.has('hotel.floor.update') ? true : { owner: user.id }),
  },
})

let server: TestServer
let manager: Client
let names: Record<number, string>

beforeAll(async () => {
  server = await createTestServer({ resources: [...accounts, floor] })
  const held = ['view', 'create', 'update', 'delete'].map((one) => `hotel.floor.${one}`)
  manager = await server.user([...held, 'hotel.order', 'options.floors'])
}, 60_000)
afterAll(() => server.close())

beforeEach(async () => {
  await sql`delete from floors`.execute(server.backend.database.sql)
  names = {}
})

/** Makes floors with these places, called A, B, C …; returns their ids. */
async function make(...places: number[]): Promise<number[]> {
  const ids: number[] = []
  for (const [at, place] of places.entries()) {
    const name = 'ABCDEF'[at] ?? ''
    const id = await manager.make('/floors', { name, place })
    names[id] = name
    ids.push(id)
  }
  return ids
}

test('who chooses among them finds them in that order', async () => {
  await make(3, 1, 2, 1)
  const { body } = await manager.get('/floors/all')
  expect(body.data.map(({ name }: any) => name)).toEqual(['B', 'D', 'C', 'A'])
})

const listed = async (client = manager) => (await client.get('/floors/search')).body.data
const shown = async () =>
  (await listed()).map(({ name, place }: any) => `${name} ${place}`).join(', ')

async function arrange(ids: readonly number[], client = manager) {
  const rows: any[] = await listed()
  const versions = ids.map((id) => rows.find((row) => row.id === id)?.version ?? 1)
  return client.post('/floors/arrange', { ids, versions })
}

describe('putting records in order', () => {
  test('gives the moved one a number between its neighbours, and changes no other', async () => {
    const [a = 0, b = 0, c = 0] = await make(10, 20, 30)
    const { status, body } = await arrange([c, a, b])
    expect([status, body.message]).toEqual([200, 'The order is saved'])
    expect(body.data.records).toEqual([{ id: c, version: 2 }])
    expect(await shown()).toBe('C 0, A 10, B 20')
    await arrange([a, c, b])
    expect(await shown()).toBe('A 10, C 15, B 20')
  })

  test('numbers all anew where some are the same, or there is no room', async () => {
    const [a = 0, b = 0, c = 0] = await make(20, 20, 20)
    await arrange([b, c, a])
    expect(await shown()).toBe('B 10, C 20, A 30')
    expect((await arrange([b, c, a])).body.data.records).toEqual([])
  })

  test('is written in the history as changes of the person, and undone in one act', async () => {
    const [a = 0, b = 0] = await make(20, 20)
    const { records } = (await arrange([b, a])).body.data
    const { rows } = await sql<{ record_id: number; user_id: number; after: object }>`
      select record_id, user_id, after from audit_log
      where resource = 'floors' and action = 'update' and record_id in (${a}, ${b})
      order by record_id`.execute(server.backend.database.sql)
    expect(rows).toEqual([{ record_id: b, user_id: manager.id, after: { place: 10 } }])
    const undo = {
      ids: records.map((one: any) => one.id),
      versions: records.map((one: any) => one.version),
    }
    expect((await manager.post('/floors/bulk/undo', undo)).status).toBe(200)
    expect(await shown()).toBe('A 20, B 20')
  })

  test('is refused where somebody has changed the list meanwhile', async () => {
    const [a = 0, b = 0] = await make(10, 20)
    const refused = async (ids: number[], versions: number[]) =>
      (await manager.post('/floors/arrange', { ids, versions })).status
    await manager.put(`/floors/${a}`, { name: 'Ground' })
    expect(await refused([b, a], [1, 1])).toBe(409)
    expect(await refused([b], [1])).toBe(409)
    expect(await refused([b, b], [1, 1])).toBe(409)
    expect(await refused([b, a], [1])).toBe(422)
    expect(await shown()).toBe('Ground 10, B 20')
  })

  test('is for those who may edit every record and its number', async () => {
    const [a = 0, b = 0] = await make(20, 20)
    const reader = await server.user(['hotel.floor.view', 'hotel.order'])
    const editor = await server.user(['hotel.floor.view', 'hotel.floor.update'])
    expect((await arrange([b, a], reader)).status).toBe(403)
    expect((await arrange([b, a], editor)).status).toBe(422)
    expect((await arrange([b, a], await server.user([]))).status).toBeGreaterThanOrEqual(403)
    expect(await shown()).toBe('A 20, B 20')
  })

  test('finds no room for more records than there are numbers', async () => {
    const ids = await make(...Array.from({ length: 6 }, () => 20))
    await sql`insert into floors (name, place) select 'N' || n, 20 from generate_series(1, 45) n`.execute(
      server.backend.database.sql,
    )
    const all: any[] = (await manager.get('/floors/search?per_page=200')).body.data
    expect(all).toHaveLength(ids.length + 45)
    const order = all.toReversed()
    const body = { ids: order.map(({ id }) => id), versions: order.map(({ version }) => version) }
    expect((await manager.post('/floors/arrange', body)).status).toBe(409)
  })
})

test.each<[told: string, more: object]>([
  ['floors.arranged: no field "hue"', { arranged: 'hue' }],
  [
    'floors.arranged: "name" is no whole number that people set',
    { arranged: 'name', sort: 'name' },
  ],
  ["floors.arranged: the list is sorted by something else: say `sort: 'place'`", { sort: 'name' }],
  [
    'floors.arranged: nobody puts a large list in order',
    { size: 'large', fields: { ...declared.fields, place: field.integer({ index: true }) } },
  ],
  ['floors.arranged: needs a list, and "edit"', { operations: ['list', 'show'] }],
])('%s', (told, more) => {
  const wrong = defineResource('floors', { ...declared, ...more } as never)
  expect(() => checkResources([...accounts, wrong])).toThrow(told)
})
