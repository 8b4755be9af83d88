import type * as Argon from '@node-rs/argon2'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

/** What happens, in order. */
const events: string[] = []

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon>()
  const hash: typeof real.hash = (...given) => {
    events.push('hash')
    return real.hash(...given)
  }
  return { ...real, hash }
})

let server: TestConsole
let admin: Client
let role: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  role = (await admin.get('/management/role/all')).body.data.at(-1).id
  const { sql } = server.backend.database
  const begin = sql.transaction.bind(sql)
  vi.spyOn(sql, 'transaction').mockImplementation(() => {
    events.push('transaction')
    return begin()
  })
}, 60_000)
afterAll(() => server.close())
afterEach(() => void events.splice(0))

const person = { name: 'Grace Hopper', email: 'grace@example.com' }
const [first, second] = ['a long and quiet evening', 'another quiet evening']

const signIn = async (password: string) =>
  (await server.anonymous.post('/login', { email: person.email, password })).status

test('a password is hashed once, before the transaction opens', async () => {
  const { body } = await admin.post('/management/user', {
    ...person,
    password: first,
    roles: [role],
  })
  expect(events).toEqual(['hash', 'transaction'])
  expect(await signIn(first)).toBe(200)
  events.splice(0)
  const changed = await admin.put(`/management/user/${body.data.id}`, { password: second })
  expect([changed.status, ...events]).toEqual([200, 'hash', 'transaction'])
  expect([await signIn(first), await signIn(second)]).toEqual([422, 200])
  events.splice(0)
  const reset = await admin.post(`/management/user/${body.data.id}/password`, { password: first })
  expect([reset.status, ...events]).toEqual([200, 'hash', 'transaction'])
  expect([await signIn(first), await signIn(second)]).toEqual([200, 422])
})

test('nothing is hashed of what is refused anyway', async () => {
  const long = 'x'.repeat(2_000)
  const { status } = await admin.post('/management/user', { ...person, password: long })
  expect(status).toBe(422)
  await admin.post('/management/user', { ...person, password: { $ne: '' } })
  await admin.post('/management/user', [])
  expect(events).not.toContain('hash')
})
