import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let ada: Client
beforeAll(async () => {
  server = await createTestServer({})
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.user([])
})

const path = (key: string) => `/profile/preferences/${key}`
const keptBy = async (user: Client) => (await user.get('/profile/preferences')).body.data

describe('preferences', () => {
  it('are none at first', async () => {
    const { status, body } = await ada.get('/profile/preferences')
    expect([status, body]).toEqual([200, { data: {}, meta: { updated_at: {} } }])
  })

  it('are kept by key, replaced and deleted', async () => {
    const columns = { order: ['id', 'name'], hidden: ['id'] }
    expect((await ada.put(path('leads.columns'), { value: columns })).status).toBe(200)
    await ada.put(path('density'), { value: 'compact' })
    await ada.put(path('density'), { value: 'dense' })
    expect(await keptBy(ada)).toEqual({ density: 'dense', 'leads.columns': columns })
    expect((await ada.delete(path('density'))).status).toBe(200)
    expect(await keptBy(ada)).toEqual({ 'leads.columns': columns })
  })

  it('belong to one person each', async () => {
    const bob = await server.user([])
    await ada.put(path('density'), { value: 'dense' })
    await bob.put(path('density'), { value: 'compact' })
    await bob.delete(path('density'))
    expect(await keptBy(ada)).toEqual({ density: 'dense' })
    expect(await keptBy(bob)).toEqual({})
  })

  it('are for nobody who is not signed in', async () => {
    expect((await server.anonymous.get('/profile/preferences')).status).toBe(401)
    expect((await server.anonymous.put(path('density'), { value: 1 })).status).toBe(401)
    expect((await server.anonymous.delete(path('density'))).status).toBe(401)
  })

  it('take the newest of two changes, whichever comes last', async () => {
    await ada.put(path('density'), { value: 'dense', age: 1_000 })
    const late = await ada.put(path('density'), { value: 'compact', age: 60_000 })
    expect(late.body.data.value).toBe('dense')
    expect(await keptBy(ada)).toEqual({ density: 'dense' })
    await ada.put(path('density'), { value: 'comfortable' })
    expect(await keptBy(ada)).toEqual({ density: 'comfortable' })
  })

  it.each(['Density', 'a b', '.density', 'a..b', 'a.', '1a', 'a'.repeat(101), '__proto__'])(
    'are refused under the key %s',
    async (key) => {
      const { status, body } = await ada.put(path(encodeURIComponent(key)), { value: 1 })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['key']])
    },
  )

  it.each([
    ['nothing', {}],
    ['null', { value: null }],
    ['more than 8 KB', { value: 'x'.repeat(8_192) }],
    ['a text with a zero byte', { value: 'a\0' }],
    ['another key', { value: 1, user_id: 1 }],
    ['a change of the future', { value: 1, age: -5 }],
  ])('refuse %s', async (_what, body) => {
    expect((await ada.put(path('density'), body)).status).toBe(422)
    expect(await keptBy(ada)).toEqual({})
  })

  it('are at most 100', async () => {
    const put = (number: number) => ada.put(path(`list${number}.columns`), { value: number })
    for (let number = 0; number < 99; number += 1) await put(number)
    const [one, other] = await Promise.all([put(99), put(100)])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    expect((await put(5)).status).toBe(200)
    expect(Object.keys(await keptBy(ada))).toHaveLength(100)
  })
})
