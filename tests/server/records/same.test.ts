import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { can, defineResource, defineResources, field, type User } from '#schema'
import { findSame } from '#server'

import { sameRule } from '../../../src/server/records/write/validation/same.ts'
import { createTestServer, type TestServer } from '../../fixtures/server.ts'

const guest = defineResource('guests', {
  permission: 'guest',
  fields: {
    email: field.text({ optional: true, index: true }),
    room: field.integer({ optional: true }),
    day: field.text({ optional: true }),
    code: field.text({ optional: true, index: 'lookup', unmaskBy: 'guest.codes' }),
  },
  access: { show: can('guest.view') },
  title: 'email',
  list: ['email', 'room', 'day'],
  form: ['email', 'room', 'day'],
})

let server: TestServer

beforeAll(async () => {
  server = await createTestServer({ resources: defineResources([guest]) })
  await sql`
    insert into guests (email, room, day, code, created_at) values
      ('ada@x.example', 1, 'monday', 'A', now()), ('ada@x.example', 2, 'monday', 'B', now()),
      ('old@x.example', 1, 'friday', 'C', now() - interval '3 hours')`.execute(
    server.backend.database.sql,
  )
})
afterAll(() => server.close())

const userWith = (...permissions: string[]): User => ({
  id: 7,
  name: 'Eve',
  email: 'eve@x.example',
  permissions: new Set(permissions),
})

const records = [
  { email: 'ada@x.example', room: 2, day: 'monday', code: 'C' },
  { email: 'old@x.example', room: 1, day: 'friday', code: null },
  { email: 'ada@x.example', room: 9, day: null, code: 'A' },
  { email: null, room: 1, day: 'monday' },
  { email: "o'hara@x.example" },
]

const rules = [
  sameRule({ groups: [['email']] }),
  sameRule({ groups: [['email'], ['room', 'day'], ['code']] }),
  sameRule({ groups: [['email'], ['code']], hours: 1 }),
  sameRule({ groups: [['email'], ['code']], hours: 24 }),
]

test.each([['guest.view', 'guest.codes'], ['guest.view'], []])(
  'one record at a time has the same matches as all at once, for a user with %s',
  async (...permissions) => {
    const user = userWith(...permissions)
    const database = server.backend.database.sql
    for (const rule of rules) {
      const all = await findSame({ resource: guest, user, records, rule }, database)
      expect(all.length).toBeGreaterThan(0)
      for (const [place, record] of records.entries()) {
        const found = await findSame({ resource: guest, user, records: [record], rule }, database)
        const own = all.filter((match) => match.place === place)
        expect(found).toEqual(own.map((match) => ({ ...match, place: 0 })))
      }
    }
  },
)

test('a record is not the same as itself, and what one is asked for stands in no other question', async () => {
  const user = userWith('guest.view')
  const database = server.backend.database.sql
  const rule = sameRule({ groups: [['email']] })
  const one = { resource: guest, user, records: [{ email: 'ada@x.example' }], rule }
  const ids = async (more: object) =>
    (await findSame({ ...one, ...more }, database)).map(({ id }) => id)
  expect(await ids({})).toEqual([1])
  expect(await ids({ selves: [1] })).toEqual([2])
  expect(await ids({ selves: [2] })).toEqual([1])
  const both = { records: [...one.records, ...one.records], selves: [2, 1] }
  expect(await ids(both)).toEqual([1, 2])
  expect(await ids({ records: [{ email: 'old@x.example' }] })).toEqual([3])
  expect(await ids({ rule: { ...rule, hours: 2 }, records: [{ email: 'old@x.example' }] })).toEqual(
    [],
  )
  expect(await ids({ rule: { ...rule, hours: 4 }, records: [{ email: 'old@x.example' }] })).toEqual(
    [3],
  )
})
