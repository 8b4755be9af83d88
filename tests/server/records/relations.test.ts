import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkResources, defineResource, field } from '#schema'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { keeper, stores } from '../../fixtures/stores.ts'

let server: TestServer
let user: Client

beforeAll(async () => {
  server = await createTestServer({ resources: stores })
  user = await server.user(keeper)
}, 60_000)
afterAll(() => server.close())

const audited = async (resource: string, id: number) => {
  const { rows } = await sql<{ action: string; user_id: number }>`
    select action, user_id from audit_log where resource = ${resource} and record_id = ${id}
    order by id`.execute(server.backend.database.sql)
  return rows.map(({ action, user_id }) => [action, user_id])
}
const get = async (url: string) => (await user.get(url)).body.data
const statusOf = async (url: string) => (await user.get(url)).status

test('the fixture is declared without contradiction', () => {
  expect(() => checkResources(stores)).not.toThrow()
})

describe('when a record is deleted', () => {
  test('what cascades goes with it, and what is empty afterwards says so in its history', async () => {
    const house = await user.make('/houses', { name: 'A' })
    const low = await user.make('/rooms', { name: 'Low', house })
    const other = await user.make('/houses', { name: 'B' })
    const high = await user.make('/rooms', { name: 'High', house: other, above: low })
    expect((await user.delete(`/houses/${house}`)).status).toBe(200)
    expect(await statusOf(`/rooms/${low}`)).toBe(404)
    expect(await get(`/rooms/${high}`)).toMatchObject({ above: null, version: 2 })
    expect(await audited('rooms', low)).toEqual([
      ['create', user.id],
      ['delete', user.id],
    ])
    expect(await audited('rooms', high)).toEqual([
      ['create', user.id],
      ['update', user.id],
    ])
  })

  test('it needs no permission for what follows', async () => {
    const owner = await server.user(['house.view', 'house.delete', 'room.view'])
    const house = await user.make('/houses', { name: 'A' })
    const room = await user.make('/rooms', { name: 'Low', house })
    expect((await owner.delete(`/rooms/${room}`)).status).toBe(403)
    expect((await owner.delete(`/houses/${house}`)).status).toBe(200)
    expect(await statusOf(`/rooms/${room}`)).toBe(404)
  })

  test('nothing is deleted where one of them is refused', async () => {
    const house = await user.make('/houses', { name: 'A' })
    const room = await user.make('/rooms', { name: 'Low', house })
    await user.make('/shelves', { name: 'S', room })
    const { status, body } = await user.delete(`/houses/${house}`)
    expect([status, body.message]).toEqual([409, 'This room is in use and cannot be deleted.'])
    expect(await statusOf(`/rooms/${room}`)).toBe(200)
    expect(await statusOf(`/houses/${house}`)).toBe(200)
    expect(await audited('rooms', room)).toEqual([['create', user.id]])
  })

  test('a list that names it keeps it, unless the list may lose it', async () => {
    const [far, named, seen] = [
      await user.make('/houses', { name: 'Far' }),
      await user.make('/houses', { name: 'Named' }),
      await user.make('/houses', { name: 'Seen' }),
    ]
    const room = await user.make('/rooms', { name: 'Low', house: far })
    const lists = { only_houses: [named], seen_from: [seen] }
    const shelf = await user.make('/shelves', { name: 'S', room, ...lists })
    const { status, body } = await user.delete(`/houses/${named}`)
    expect([status, body.message]).toEqual([409, 'This house is in use and cannot be deleted.'])
    const { body: many } = await user.post('/houses/bulk/delete', { ids: [named, seen] })
    expect(many.data).toMatchObject({
      done: 1,
      failures: [{ id: named, reason: 'This house is in use and cannot be deleted.' }],
    })
    expect(await get(`/shelves/${shelf}`)).toMatchObject({ only_houses: [named], seen_from: [] })
    await user.put(`/shelves/${shelf}`, { only_houses: [] })
    expect((await user.delete(`/houses/${named}`)).status).toBe(200)
  })

  test('of many, each is followed', async () => {
    const houses = [
      await user.make('/houses', { name: 'A' }),
      await user.make('/houses', { name: 'B' }),
    ]
    const rooms = [
      await user.make('/rooms', { name: 'Low', house: houses[0] }),
      await user.make('/rooms', { name: 'Low', house: houses[1] }),
    ]
    const { body } = await user.post('/houses/bulk/delete', { ids: houses })
    expect(body.data.done).toBe(2)
    expect(await statusOf(`/rooms/${rooms[0]}`)).toBe(404)
    expect(await statusOf(`/rooms/${rooms[1]}`)).toBe(404)
  })

  test('what is only put out of sight takes along what is put out of sight, and brings it back', async () => {
    const house = await user.make('/houses', { name: 'A' })
    const room = await user.make('/rooms', { name: 'Low', house })
    const shelf = await user.make('/shelves', { name: 'S', room })
    const [left, right, before] = [
      await user.make('/jars', { name: 'Salt', shelf }),
      await user.make('/jars', { name: 'Rice', shelf }),
      await user.make('/jars', { name: 'Flour', shelf }),
    ]
    const other = await user.make('/shelves', { name: 'T', room })
    const far = await user.make('/jars', { name: 'Far', shelf: other, next_to: left })
    await user.delete(`/jars/${before}`)
    const { body } = await user.delete(`/shelves/${shelf}`)
    expect([await statusOf(`/jars/${left}`), await statusOf(`/jars/${right}`)]).toEqual([404, 404])
    expect(await get(`/jars/${far}`)).toMatchObject({ next_to: left, version: 1 })
    const { version } = body.data
    const restored = await user.post(`/shelves/${shelf}/restore`, { version })
    expect(restored.status).toBe(200)
    expect([await statusOf(`/jars/${left}`), await statusOf(`/jars/${right}`)]).toEqual([200, 200])
    // What had gone before stays away.
    expect(await statusOf(`/jars/${before}`)).toBe(404)
    expect(await audited('jars', left)).toEqual([
      ['create', user.id],
      ['delete', user.id],
      ['restore', user.id],
    ])
  })
})

describe('what cannot be is refused at the start:', () => {
  const declare = (options: object, more: object = {}) => {
    const one = defineResource('jars', {
      permission: 'jar',
      fields: { name: field.text(), room: field.reference('rooms', options as never) },
      title: 'name',
      list: ['name'],
      form: ['name', 'room'],
      ...more,
    })
    return () => checkResources([...stores.filter(({ name }) => name !== 'jars'), one])
  }

  test('a required reference that is emptied', () => {
    expect(declare({ onDelete: 'empty' })).toThrow(
      "jars.room: `onDelete: 'empty'` is for a reference that may be empty",
    )
    expect(declare({ onDelete: 'empty', optional: true })).not.toThrow()
  })

  test('records put out of sight that go with one deleted for good', () => {
    expect(declare({ onDelete: 'cascade' }, { softDelete: true })).toThrow(
      'jars.room: `cascade` needs `softDelete` of rooms, as jars has it',
    )
    expect(declare({ onDelete: 'cascade' })).not.toThrow()
  })
})

describe('a combination in which empty values are alike', () => {
  test('is taken once', async () => {
    const house = await user.make('/houses', { name: 'A' })
    const above = await user.make('/rooms', { name: 'Hall', house })
    const again = await user.post('/rooms', { name: 'Hall', house })
    expect([again.status, again.body.errors]).toEqual([
      422,
      { name: ['Another record has the same values: Above, Name, House.'] },
    ])
    await user.make('/rooms', { name: 'Hall', house, above })
    expect((await user.post('/rooms', { name: 'Hall', house, above })).status).toBe(422)
    const other = await user.make('/houses', { name: 'B' })
    await user.make('/rooms', { name: 'Hall', house: other })
  })
})
