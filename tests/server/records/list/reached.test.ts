import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { savedViewsOf } from '#features'
import { savedViewBehavior } from '#features/server'
import { checkResources, defineResource, defineResources, own } from '#schema'

import { accounts } from '../../../fixtures/accounts.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { visits } from '../../../fixtures/businesses/visits.ts'

const all = ['guest.view', 'guest.all', 'guest.create', 'visit.all', 'visit.create', 'visit.update']

let server: TestServer
let chief: Client
let host: Client
const guests: Record<string, number> = {}
const ids: Record<string, number> = {}

beforeAll(async () => {
  const resources = defineResources([...accounts, ...visits, savedViewsOf(visits)] as never)
  server = await createTestServer({ resources, behaviors: { saved_views: savedViewBehavior } })
  chief = await server.user([...all, 'guest.debts', 'guest.contact', 'guest.update'])
  host = await server.user(['guest.view', 'visit.create', 'visit.update'])
  const own = { host: host.id }
  guests['ann'] = await chief.make('/guests', { name: 'Ann', country: 'DE', debts: 5, ...own })
  guests['ben'] = await chief.make('/guests', { name: 'Ben', country: 'FR', level: 'old' })
  guests['cy'] = await chief.make('/guests', { name: 'Cy', email: 'cy@example.com', ...own })
  for (const name of ['ann', 'ben', 'cy']) {
    const others = name === 'ann' ? [guests['ben'], guests['cy']] : []
    ids[name] = await chief.make('/visits', { title: name, guest: guests[name], others })
  }
  ids['nobody'] = await chief.make('/visits', { title: 'nobody' })
}, 60_000)
afterAll(() => server.close())

const found = async (user: Client, query: string) => {
  const { status, body } = await user.get(`/visits/search?sort=title&${query}`)
  return status === 200 ? body.data.map(({ title }: { title: string }) => title) : status
}
const where = (one: unknown) => `where=${encodeURIComponent(JSON.stringify(one))}`

describe('a list is filtered by what a reference leads to', () => {
  test.each([
    ['guest=2', ['ben']],
    ['guest.country=DE', ['ann']],
    ['guest.country=DE,FR', ['ann', 'ben']],
    ['guest.country_not=DE', ['ben', 'cy', 'nobody']],
    ['guest.country_empty=1', ['cy', 'nobody']],
    ['guest.country_empty=0', ['ann', 'ben']],
    ['guest.level=new&guest.country=DE', ['ann']],
    ['guest.debts_from=5', ['ann']],
    ['guest.debts_to=4', []],
    ['guest.created_at=today', ['ann', 'ben', 'cy']],
    ['others.country=FR', ['ann']],
    ['others.country=DE', []],
    ['others.country_not=FR', ['ben', 'cy', 'nobody']],
    ['others.country_empty=0', ['ann']],
    [where({ any: [{ 'others.country': 'FR' }, { title: 'cy' }] }), ['ann', 'cy']],
    [where({ any: [{ 'guest.country': 'FR' }, { title: 'cy' }] }), ['ben', 'cy']],
    [where({ 'guest.country': { not: 'FR' } }), ['ann', 'cy', 'nobody']],
  ])('%s', async (query, expected) => {
    expect(await found(chief, query)).toEqual(expected)
  })

  test.each([
    'guest.name=Ann',
    'guest.nope=1',
    'guest.host.id=1',
    'title.length=3',
    'guest.=1',
    'sort=guest.country',
    'fields=guest.country',
    where({ 'guest.name': 'Ann' }),
  ])('and by nothing else: %s', async (query) => {
    expect((await chief.get(`/visits/search?${query}`)).status).toBe(400)
  })
})

describe('what a user does not see of the other record tells nothing', () => {
  test('a field that they may not read is no filter', async () => {
    const user = await server.user(all)
    expect(await found(user, 'guest.debts=5')).toBe(400)
    expect(await found(user, where({ 'guest.debts': 5 }))).toBe(400)
    expect(await found(user, 'guest.country=DE')).toEqual(['ann'])
  })

  test('nor is any where they may not list those records', async () => {
    const user = await server.user(['visit.all'])
    expect(await found(user, 'guest.country=DE')).toBe(400)
  })

  test('records that they do not list count as none', async () => {
    const user = await server.user(['visit.all', 'guest.view'])
    expect(await found(user, 'guest.country=DE')).toEqual([])
    expect(await found(user, 'guest.country_empty=0')).toEqual([])
    expect(await found(user, 'guest.country_not=DE')).toEqual(['ann', 'ben', 'cy', 'nobody'])
    expect(await found(user, 'guest.country_empty=1')).toEqual(['ann', 'ben', 'cy', 'nobody'])
  })

  test('of a masked one they compare whole values one at a time, each counted', async () => {
    const user = await server.user(all)
    expect(await found(user, 'guest.email=cy@example.com')).toEqual(['cy'])
    expect(await found(user, 'guest.email=cy@example.com,ann@example.com')).toBe(400)
    expect(await found(user, 'guest.email_not=cy@example.com')).toBe(400)
    expect(await found(user, 'guest.email_contains=cy')).toBe(400)
    expect(await found(user, where({ 'guest.email': 'cy@example.com' }))).toBe(400)
    const { rows } = await sql<{ detail: object }>`
      select detail from audit_log where user_id = ${user.id} and action = 'masked_search'`.execute(
      server.backend.database.sql,
    )
    expect(rows).toEqual([{ detail: { field: 'guest.email', hash: expect.any(String) } }])
    await sql`
      insert into disclosures (user_id, counts)
      select ${user.id}, true from generate_series(1, 60)`.execute(server.backend.database.sql)
    expect(await found(user, 'guest.email=cy@example.com')).toEqual(['cy'])
    expect(await found(user, 'guest.email=ann@example.com')).toBe(429)
    expect(await found(chief, 'guest.email_contains=cy')).toEqual(['cy'])
  })

  test('H3: a view of somebody else keeps what it compares masked values with to itself', async () => {
    const user = await server.user([...all, 'user.profile.savedView.view'])
    const where = { any: [{ 'guest.email': 'cy@example.com' }, { 'guest.country': 'DE' }] }
    for (const filter of [{ 'guest.email': 'cy@example.com', 'guest.country': 'DE' }, { where }]) {
      const settings = { filter }
      const view = { name: JSON.stringify(Object.keys(filter)), resource: 'visits', settings }
      const id = await chief.make('/profile/view', view)
      await sql`update saved_views set visibility = 'all' where id = ${id}`.execute(
        server.backend.database.sql,
      )
      const { status, body } = await user.get(`/profile/view/${id}`)
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain('cy@example.com')
      expect(body.data.settings.dropped).toBe(1)
      expect((await chief.get(`/profile/view/${id}`)).body.data.settings).toEqual(settings)
    }
  })

  test('a record out of sight is none', async () => {
    const gone = await chief.make('/guests', { name: 'Dee', country: 'IT' })
    await chief.make('/visits', { title: 'dee', guest: gone })
    expect(await found(chief, 'guest.country=IT')).toEqual(['dee'])
    const remover = await server.user([...all, 'guest.delete'])
    expect((await remover.delete(`/guests/${gone}`)).status).toBe(200)
    expect(await found(chief, 'guest.country=IT')).toEqual([])
  })
})

describe('a rule looks at what a reference leads to', () => {
  test('in lists, shown records and counts', async () => {
    expect(await found(host, '')).toEqual(['ann', 'cy'])
    expect((await host.get(`/visits/${ids['ann']}`)).status).toBe(200)
    expect((await host.get(`/visits/${ids['ben']}`)).status).toBe(404)
    expect((await host.get(`/visits/${ids['nobody']}`)).status).toBe(404)
  })

  test('in writes, before and after', async () => {
    const path = `/visits/${ids['cy']}`
    expect((await host.put(path, { title: 'cy' })).status).toBe(200)
    expect((await host.put(`/visits/${ids['ben']}`, { title: 'x' })).status).toBe(404)
    expect((await host.put(path, { guest: null })).status).toBe(403)
    const made = await host.post('/visits', { title: 'new', guest: guests['ann'] })
    expect(made.status).toBe(201)
    expect((await host.post('/visits', { title: 'new' })).status).toBe(403)
  })

  test('in the history', async () => {
    expect((await host.get(`/visits/${ids['ann']}/timeline`)).body.data).toHaveLength(1)
    expect((await host.get(`/visits/${ids['ben']}/timeline`)).status).toBe(404)
  })
})

test('a rule across a field that is no reference to anybody does not compile', () => {
  const base = { permission: 'x', fields: {}, title: 'id', list: [], form: [] } as const
  // @ts-expect-error there is no field "guest"
  defineResource('lone', { ...base, access: { list: own('guest.host') } })
})

test('a filter that leads nowhere is refused at the start', () => {
  const [guest, visit] = visits
  const wrong = { ...visit, filters: ['guest.nope'] } as never
  expect(() => checkResources([guest, wrong])).toThrow('visits.filters: no field "guest.nope"')
  expect(() => checkResources([guest, { ...visit, list: ['guest.country'] } as never])).toThrow(
    'visits.list: no field "guest.country"',
  )
  expect(() => checkResources(visits)).not.toThrow()
})
