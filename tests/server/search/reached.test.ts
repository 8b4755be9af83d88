import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { can, defineResource, defineResources, field, type User } from '#schema'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const guest = defineResource('guests', {
  permission: 'guest',
  access: {
    list: (user: User) => can('guest.view')(user) && { is_hidden: false },
  },
  size: 'large',
  softDelete: true,
  fields: {
    first: field.text({ search: true, index: true }),
    last: field.text({ search: true, index: true }),
    email: field.email({ search: true, index: true, optional: true, unmaskBy: 'guest.contact' }),
    code: field.text({ search: 'exact', optional: true }),
    is_hidden: field.boolean({ default: false, index: 'sparse' }),
  },
  title: ['first', 'last'],
  list: ['id', 'first', 'last'],
  form: ['first', 'last'],
})

const stayOf = <const Name extends string>(name: Name, size: 'large' | undefined) =>
  defineResource(name, {
    permission: 'stay',
    ...(size && { size }),
    fields: {
      guest: field.reference('guests', { search: true, optional: true }),
      voucher: field.text({ search: 'exact', optional: true }),
    },
    title: '{guest}',
    list: ['id', 'guest', 'voucher'],
    filters: ['guest', 'guest.email'],
    form: ['guest'],
    operations: ['list', 'show', 'create', 'export'],
    sort: '-created_at',
  })

const staysBy = { many: stayOf('stays', 'large'), few: stayOf('visits', undefined) }

let server: TestServer
let keeper: Client

const insert = (table: string, rows: object[]) =>
  server.backend.database.sql
    .insertInto(table)
    .values(rows as never)
    .execute()

beforeAll(async () => {
  const resources = defineResources([guest, staysBy.many, staysBy.few])
  server = await createTestServer({ resources: [...resources] })
  keeper = await server.user(['guest.view', 'guest.contact', 'stay.view'])
  await insert('guests', [
    { first: 'Ned', last: 'Land', email: 'ned.land@example.com', code: 'N-1' },
    { first: 'Pierre', last: 'Land', email: 'pierre@example.com' },
    { first: 'Hidden', last: 'Land', is_hidden: true },
    { first: 'Gone', last: 'Land', deleted_at: new Date() },
  ])
  for (const table of ['stays', 'visits']) {
    const rows = [1, 2, 2, 3, 4].map((one) => ({ guest: one, voucher: null as string | null }))
    await insert(table, [...rows, { guest: null, voucher: 'V-9' }, { guest: null, voucher: '1' }])
  }
}, 60_000)
afterAll(() => server.close())

const found = async (who: Client, api: string, query: object) => {
  const { status, body } = await who.post(`/${api}/search`, { sort: 'id', ...query })
  expect([status, body.message]).toEqual([200, undefined])
  return body.data.map(({ id }: { id: number }) => id)
}

describe.each(['stays', 'visits'])('a reference that is searched finds records of %s', (api) => {
  test.each([
    ['ned.land@example.com', [1]],
    ['NED', [1]],
    ['land', [1, 2, 3]],
    ['land pierre', [2, 3]],
    ['N-1', [1]],
    ['V-9', [6]],
    ['nobody', []],
  ])('by %s', async (search, ids) => {
    expect(await found(keeper, api, { search })).toEqual(ids)
  })

  test('by the number of either, and by the words of their own fields', async () => {
    expect(await found(keeper, api, { search: '2' })).toEqual([2, 3])
    expect(await found(keeper, api, { search: '1' })).toEqual([1, 7])
  })

  test('never by words of which some stand here and some there', async () => {
    expect(await found(keeper, api, { search: 'V-9 land' })).toEqual([])
  })

  test('for those alone who may list what it points at', async () => {
    const blind = await server.user(['stay.view'])
    expect(await found(blind, api, { search: 'land' })).toEqual([])
    expect(await found(blind, api, { search: 'V-9' })).toEqual([6])
  })
})

describe('a masked value behind it', () => {
  const audited = async ({ id }: Client) =>
    (
      await sql<{ resource: string; field: string }>`
        select resource, detail ->> 'field' as field from audit_log
        where user_id = ${id} and action = 'masked_search' order by id`.execute(
        server.backend.database.sql,
      )
    ).rows
  const clerk = () => server.user(['guest.view', 'stay.view', 'stay.export'])

  test('is compared whole, counted and audited as one, wherever the same is asked again', async () => {
    const user = await clerk()
    const email = 'ned.land@example.com'
    expect(await found(user, 'stays', { search: 'ned.land@' })).toEqual([])
    expect(await found(user, 'stays', { search: 'example' })).toEqual([])
    expect(await audited(user)).toEqual([])
    expect(await found(user, 'stays', { search: email })).toEqual([1])
    expect(await found(user, 'stays', { 'guest.email': email })).toEqual([1])
    expect(await found(user, 'visits', { search: email })).toEqual([1])
    expect(await found(user, 'guests', { email: [email] })).toEqual([1])
    expect(await audited(user)).toEqual([{ resource: 'stays', field: 'guest.email' }])
  })

  test('is left out of a search once the limit is used up', async () => {
    const user = await clerk()
    await sql`insert into disclosures (user_id, counts) select ${user.id}, true
      from generate_series(1, 60)`.execute(server.backend.database.sql)
    expect(await found(user, 'stays', { search: 'ned.land@example.com' })).toEqual([])
    expect(await found(user, 'stays', { search: 'ned' })).toEqual([1])
  })

  test('is written down as a mask in the line of an export', async () => {
    const search = 'ned.land@example.com'
    const user = await clerk()
    expect((await user.post('/stays/export', { search })).status).toBe(202)
    const { rows } = await sql<{ detail: { search: string } }>`
      select detail from audit_log where user_id = ${user.id} and action = 'export'`.execute(
      server.backend.database.sql,
    )
    expect(JSON.stringify(rows)).not.toContain('ned.land')
  })
})

test('the search of everything answers with the records themselves and not with those that point at them', async () => {
  const answer = await keeper.get('/search?text=pierre')
  expect(answer.body.data.map(({ resource }: { resource: string }) => resource)).toEqual(['guests'])
  const own = await keeper.get('/search?text=V-9')
  expect(own.body.data.map(({ resource }: { resource: string }) => resource)).toEqual([
    'stays',
    'visits',
  ])
})
