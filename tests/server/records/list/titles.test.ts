import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkResources, defineResource, field, titleText } from '#schema'

import { booking, business, clerk } from '../../../fixtures/businesses/hire.ts'
import { titleSql } from '../../../../src/server/records/read/titles.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'

let server: TestServer
let user: Client
let id: number

const reads = [...clerk, 'hire.line.view', 'hire.line.delete', 'audit.view']

beforeAll(async () => {
  server = await createTestServer(business)
  user = await server.user(reads)
  const customer = await user.make('/customers', { name: "Ada's", country: 'DE' })
  id = await user.make('/bookings', { code: 'A1', customer })
  await sql`
    insert into booking_lines (booking, equipment, daily_price) values (${id}, 'Drill', 1)`.execute(
    server.backend.database.sql,
  )
}, 60_000)
afterAll(() => server.close())

const labelFor = async (client: Client) => {
  const { body } = await client.get('/booking_lines/search')
  return body.data[0].labels.booking
}

test('a record is called by its fields, with what stands between them', async () => {
  expect(await labelFor(user)).toMatchObject({ id, label: "A1 – Ada's" })
})

test('whoever may not know what the reference is called reads the rest', async () => {
  const blind = await server.user(reads.filter((one) => !/customer/.test(one)))
  expect(await labelFor(blind)).toMatchObject({ id, label: 'A1' })
})

test('a record without a name has its number, also in the name of another', async () => {
  const { database } = server.backend
  await sql`update customers set name = ''`.execute(database.sql)
  expect((await labelFor(user)).label).toMatch(/^A1 – #\d+$/)
  await sql`update customers set name = 'Ada''s'`.execute(database.sql)
})

test('lists sort by it', async () => {
  expect((await user.get('/booking_lines/search?sort=booking')).status).toBe(200)
})

test('a moment stands there to the minute, in UTC, for all who read it', async () => {
  const seen = defineResource('visits', {
    permission: 'visit',
    fields: { code: field.text() },
    title: '{code}, {created_at}',
    list: ['code'],
    form: ['code'],
  })
  const texts: Record<string, string> = { code: 'A1', created_at: '2026-11-25T13:24:38.191Z' }
  expect(titleText(seen, (name) => texts[name])).toBe('A1, 2026-11-25 13:24 UTC')
  const { rows } = await sql<{ title: string }>`
    select ${sql.raw(titleSql(seen, ['code', 'created_at'], 'b'))} as title
    from (select 1 as id, 'A1' as code, '2026-11-25T13:24:38.191Z'::timestamptz as created_at) b`.execute(
    server.backend.database.sql,
  )
  expect(rows).toEqual([{ title: 'A1, 2026-11-25 13:24 UTC' }])
})

test('where a part lacks, the others stand side by side', () => {
  expect(titleText(booking, (name) => (name === 'code' ? 'A1' : undefined))).toBe('A1')
})

test('a title of unknown fields neither compiles nor starts', () => {
  const declared = (title: string) => () =>
    checkResources([
      defineResource('shops', {
        permission: 'shop',
        fields: { name: field.text(), town: field.text() },
        title: title as 'name',
        list: ['name'],
        form: ['name', 'town'],
      }),
    ])
  expect(declared('{name}, {twon}')).toThrow('shops.title: no field "twon"')
  expect(declared('{name}, {town}')).not.toThrow()
  defineResource('shops', {
    permission: 'shop',
    fields: { name: field.text() },
    // @ts-expect-error no such field
    title: '{nmae}',
    list: ['name'],
    form: ['name'],
  })
})
