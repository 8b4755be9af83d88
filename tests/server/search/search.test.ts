import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { both, can, defineResource, defineResources, field, own } from '#schema'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const ship = defineResource('ships', {
  permission: 'ship',
  fields: {
    name: field.text({ search: true }),
    flag: field.text({ max: 8, optional: true }),
    color: field.color({ default: '#334155', readBy: 'ship.color' }),
  },
  title: 'name',
  withTitle: ['flag', 'color'],
  list: ['id', 'name'],
  form: ['name'],
})

const sailor = defineResource('sailors', {
  api: 'crew/sailor',
  routes: { list: 'crew/sailors', show: 'crew/sailor/:id' },
  permission: 'sailor',
  access: { show: can('sailor.open') },
  size: 'large',
  softDelete: true,
  fields: {
    first: field.text({ search: true }),
    last: field.text({ search: true, optional: true }),
    email: field.email({ search: true, index: true, optional: true, unmaskBy: 'sailor.contact' }),
    phone: field.phone({ search: true, index: true, optional: true, unmaskBy: 'sailor.contact' }),
    nickname: field.text({ search: true, optional: true, readBy: 'sailor.secret' }),
  },
  title: ['first', 'last'],
  list: ['id', 'first', 'last'],
  form: ['first', 'last', 'email'],
})

const diary = defineResource('diaries', {
  permission: 'diary',
  access: { list: both(can('diary.view'), own('keeper')), edit: own('keeper') },
  fields: { name: field.text({ search: true }), keeper: field.integer() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

/** Nothing to look into: the search leaves it alone. */
const harbour = defineResource('harbours', {
  permission: 'harbour',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const everything = ['ship.view', 'ship.color', 'sailor.view', 'sailor.open', 'sailor.update']
const contact = [...everything, 'sailor.contact', 'sailor.secret']

let server: TestServer
let captain: Client
let clerk: Client

const insert = (table: string, rows: object[]) =>
  server.backend.database.sql
    .insertInto(table)
    .values(rows as never)
    .execute()

beforeAll(async () => {
  const resources = defineResources([ship, sailor, diary, harbour])
  server = await createTestServer({ resources: [...resources] })
  captain = await server.user(contact)
  clerk = await server.user(everything)
  const ships = Array.from({ length: 9 }, (_, n) => ({ name: `The Nautilus ${n}`, flag: '🇫🇷' }))
  await insert('ships', [{ name: 'Nautilus', flag: '🇫🇷' }, ...ships, { name: 'Argo 77' }])
  await insert('sailors', [
    { first: 'Ned', last: 'Land', email: 'ned.land@example.com', nickname: 'harpoon' },
    { first: 'Pierre', last: 'Aronnax', email: 'pierre@example.com' },
    { first: 'Nadia', last: 'Argonaut' },
  ])
  await insert('sailors', [{ first: 'Drowned', last: 'Nautilus', deleted_at: new Date() }])
  await insert('diaries', [{ name: 'Nautilus log', keeper: captain.id }])
  await insert('harbours', [{ name: 'Nautilus bay' }])
}, 60_000)

afterAll(() => server.close())

const find = async (who: Client, text: string) => {
  const ask = () => who.get(`/search?text=${encodeURIComponent(text)}`)
  let answer = await ask()
  // On a machine that stands still for a second, leaving a resource out is right.
  for (let tries = 0; tries < 9 && answer.body.meta?.left_out.length > 0; tries += 1) {
    answer = await ask()
  }
  const { status, body } = answer
  expect(body).toMatchObject({ meta: { left_out: [] } })
  expect(status).toBe(200)
  return body.data as { resource: string; records: any[]; has_more: boolean }[]
}
const titles = async (who: Client, text: string) =>
  (await find(who, text)).flatMap(({ records }) => records.map(({ title }) => title))

describe('one request', () => {
  test('finds records across all resources, with what is shown of them', async () => {
    const found = await find(captain, 'argo')
    expect(found).toEqual([
      {
        resource: 'ships',
        has_more: false,
        records: [
          {
            id: 11,
            title: 'Argo 77',
            detail: null,
            open: 'show',
            embed: { flag: null, color: '#334155' },
          },
        ],
      },
      {
        resource: 'sailors',
        has_more: false,
        records: [{ id: 3, title: 'Nadia Argonaut', detail: null, open: 'show', embed: {} }],
      },
    ])
  })

  test('answers at most five of a resource, the best first, and says that there are more', async () => {
    const [ships] = await find(captain, 'nautilus')
    expect(ships?.records.map(({ title }) => title)).toEqual([
      'Nautilus',
      ...[8, 7, 6, 5].map((n) => `The Nautilus ${n}`),
    ])
    expect(ships?.has_more).toBe(true)
  })

  test('B11: of many alike answers the newest', async () => {
    const rows = Array.from({ length: 230 }, (_, n) => ({ first: 'Common', last: `Sailor ${n}` }))
    await insert('sailors', rows)
    const { body } = await captain.get('/search?text=common')
    const titles = body.data[0].records.map(({ title }: { title: string }) => title)
    const newest = [229, 228, 227, 226, 225].map((n) => `Common Sailor ${n}`)
    await sql`delete from sailors where first = 'Common'`.execute(server.backend.database.sql)
    expect(titles).toEqual(newest)
  })

  test('finds the words in any order and any field', async () => {
    expect(await titles(captain, 'land ned')).toEqual(['Ned Land'])
    expect(await titles(captain, 'land pierre')).toEqual([])
  })

  test('takes the signs of a pattern as they stand', async () => {
    expect(await titles(captain, '%%%')).toEqual([])
    expect(await titles(captain, '___')).toEqual([])
  })

  test('leaves out what is deleted', async () => {
    expect(await titles(captain, 'drowned')).toEqual([])
  })

  test('leaves alone what has nothing to look into', async () => {
    const sailorsOnly = await server.user(['harbour.view'])
    expect(await find(sailorsOnly, 'nautilus')).toEqual([])
  })
})

describe('B10: a phone number as it is dialled', () => {
  beforeAll(() =>
    insert('sailors', [
      { first: 'Grace', phone: '+447400123326', email: 'grace@example.com' },
      { first: 'Bruce', phone: '+61491570156' },
      { first: 'Marco', phone: '+390612345678' },
    ]),
  )
  const listed = async (who: Client, query: object) =>
    (await who.post('/crew/sailor/search', query)).body.data.map((one: any) => one.first)

  test.each([
    ['07400123326', 'Grace'],
    ['07400 123 326', 'Grace'],
    ['0491 570', 'Bruce'],
    ['0061 491 570 156', 'Bruce'],
    ['06 1234 5678', 'Marco'],
  ])(
    '%s is found in the search of everything, of the list and by the filter',
    async (text, name) => {
      expect(await titles(captain, text)).toEqual([name])
      expect(await titles(captain, `${name} ${text}`)).toEqual([name])
      expect(await listed(captain, { search: text })).toEqual([name])
      expect(await listed(captain, { phone_contains: text })).toEqual([name])
      expect(await listed(captain, { phone: [text, '+4930123456'] })).toEqual([name])
      const others = await listed(captain, { phone_not: text, first: ['Grace', 'Bruce', 'Marco'] })
      expect(others).toHaveLength(2)
      expect(others).not.toContain(name)
    },
  )

  test('is shown where it was looked for, as masked as in the list', async () => {
    const detail = async (text: string) => (await find(captain, text))[0]?.records[0].detail
    expect(await detail('07400 123 326')).toBe('+44•••••••326')
    expect(await detail('grace')).toBe('g•••••@e•••.com')
  })

  test('is one whole number of the own country to those who see it masked', async () => {
    const mate = await server.user(everything)
    const { sql: database } = server.backend.database
    await sql`update users set timezone = 'Europe/London' where id = ${mate.id}`.execute(database)
    expect(await listed(mate, { phone: '07400 123 326' })).toEqual(['Grace'])
    expect(await titles(mate, '07400 123326')).toEqual(['Grace'])
    for (const none of ['0740012332', '07400 123', '0491 570 156', '06 1234 5678']) {
      expect(await titles(mate, none)).toEqual([])
      expect(await listed(mate, { phone: none })).toEqual([])
    }
    const { rows } = await sql`
      select from disclosures where user_id = ${mate.id} and counts`.execute(database)
    expect(rows).toHaveLength(1)
  })
})

describe('a number', () => {
  test.each(['11', '#11'])('%s finds the records of that id', async (text) => {
    const [ships] = await find(captain, text)
    expect(ships?.records[0]).toMatchObject({ id: 11, title: 'Argo 77' })
  })

  test('is also looked for in texts, after the record that has it', async () => {
    await insert('ships', [{ name: 'Argo 11' }])
    expect((await find(captain, '11'))[0]?.records.map(({ id }) => id)).toEqual([11, 12])
  })

  test('with # is no text', async () => {
    expect(await titles(captain, '#77')).toEqual([])
  })
})

describe('nobody finds', () => {
  test('a resource whose list they may not see', async () => {
    const clerkOfShips = await server.user(['ship.view'])
    expect((await find(clerkOfShips, 'nautilus')).map(({ resource }) => resource)).toEqual([
      'ships',
    ])
    expect(await find(await server.user([]), 'nautilus')).toEqual([])
    expect(await find(clerkOfShips, '#1')).toMatchObject([{ resource: 'ships' }])
  })

  test('a record that the rule of the list keeps from them, not even by its id', async () => {
    const keeper = await server.user(['diary.view'])
    await insert('diaries', [{ name: 'Quiet log', keeper: keeper.id }])
    expect(await titles(keeper, 'log')).toEqual(['Quiet log'])
    expect(await titles(keeper, '#1')).toEqual([])
  })

  test('anything through a field that they may not read', async () => {
    expect(await titles(captain, 'harpoon')).toEqual(['Ned Land'])
    expect(await titles(clerk, 'harpoon')).toEqual([])
  })

  test('a masked value by a part of it, only by all of it, and sees it masked', async () => {
    expect(await titles(captain, 'ned.land@')).toEqual(['Ned Land'])
    expect(await titles(clerk, 'ned.land@')).toEqual([])
    const [sailors] = await find(clerk, 'Ned.Land@example.com')
    expect(sailors?.records).toMatchObject([{ title: 'Ned Land', detail: 'n•••••@e•••.com' }])
    expect((await find(captain, 'ned'))[0]?.records[0].detail).toBe('n•••••@e•••.com')
  })

  test('the value of a field that they may not read beside a title', async () => {
    const noColor = await server.user(['ship.view'])
    expect((await find(noColor, 'argo'))[0]?.records[0].embed).toEqual({ flag: null })
  })
})

test('an answer says in which view each record opens', async () => {
  const open = async (permissions: string[]) =>
    (await find(await server.user(permissions), 'aronnax'))[0]?.records[0].open
  expect(await open(['sailor.view'])).toBeNull()
  expect(await open(['sailor.view', 'sailor.open'])).toBe('show')
  expect(await open(['sailor.view', 'sailor.update'])).toBe('edit')
  expect(await open(['sailor.view', 'sailor.open', 'sailor.update'])).toBe('show')
})

describe('the request is refused', () => {
  test.each([
    ['a visitor', '/search?text=argo', 401],
    ['nothing', '/search', 400],
    ['one letter', '/search?text=a', 400],
    ['blanks', '/search?text=%20%20%20', 400],
    ['more than 200 letters', `/search?text=${'a'.repeat(201)}`, 400],
    ['two texts', '/search?text=argo&text=ned', 400],
    ['another key', '/search?text=argo&resource=users', 400],
  ])('with %s', async (what, url, expected) => {
    const who = what === 'a visitor' ? server.anonymous : captain
    expect((await who.get(url)).status).toBe(expected)
  })

  test('never with text that only looks dangerous', async () => {
    for (const text of [
      `'; drop table ships; --`,
      String.raw`\%_`,
      '$1',
      'ab\u0000c',
      '🏴‍☠️',
      '٣٣',
    ]) {
      await find(captain, text)
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from ships`.execute(
      server.backend.database.sql,
    )
    expect(rows[0]?.n).toBeGreaterThan(9)
  })
})
