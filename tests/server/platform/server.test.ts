import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'

import { buildServer } from '../../../src/server/http/server.ts'
import { createTestServer, type TestServer } from '../../fixtures/server.ts'
import { putClockBack } from '../../fixtures/work/clock.ts'
import { librarian, library } from '../../fixtures/businesses/library.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer({ resources: library })
})
afterAll(() => server.close())

it.each([
  ['GET', '/livez', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 404],
  ['GET', '/api/health', 200],
  ['GET', '/api/profile', 401],
  ['GET', '/api/library/author/search', 401],
  ['POST', '/api/login', 422],
  ['GET', '/api/nothing', 404],
  ['TRACE', '/api/profile', 404],
] as const)(
  'the whole server answers %s %s with %i and every header',
  async (method, url, status) => {
    const { statusCode, headers } = await server.app.inject({
      method: method as 'GET',
      url,
      ...(method === 'POST' && { payload: {} }),
    })
    expect(statusCode).toBe(status)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
  },
)

it('a body that is nested too deeply is refused, whatever route it is sent to', async () => {
  const user = await server.user(librarian)
  const nested = (depth: number): object => (depth === 0 ? {} : { all: [nested(depth - 1)] })
  const paths = ['/library/author', '/library/author/search', '/login', '/nothing']
  const answers = await Promise.all(paths.map((path) => user.post(path, nested(60))))
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
    ...Array.from({ length: 3 }, () => [400, expect.stringMatching(/nested too deeply/i)]),
    [404, expect.anything()],
  ])
})

it('a stream out of the hands of Fastify carries the headers too', async () => {
  const reader = await server.user(librarian)
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const ended = new AbortController()
  const response = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${reader.token}` },
    signal: ended.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  ended.abort()
})

it('a signed-in user reads by permission and is out after signing out', async () => {
  const reader = await server.user(librarian)
  const stranger = await server.user([])
  expect((await reader.get('/library/author/search')).status).toBe(200)
  expect((await stranger.get('/library/author/search')).status).toBe(403)
  expect((await reader.delete('/logout')).status).toBe(200)
  expect((await reader.get('/library/author/search')).status).toBe(401)
  expect((await stranger.get('/profile')).status).toBe(200)
})

it('F8: a disk that any statement found full is told by /readyz, for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const full = sql`
    do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`
  await expect(full.execute(server.backend.database.sql)).rejects.toThrow()
  const { statusCode, body } = await server.app.inject('/readyz')
  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'disk full' }])
  vi.setSystemTime(Date.now() + 61_000)
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
})

/** The same server, which lets an address call 60 times a minute, until the test ends. */
async function serverOf60() {
  const { backend } = server
  const config = { ...backend.config, rateLimit: 60 }
  const app = await buildServer({ ...backend, config }, { maxEventLoopDelayMs: 0 })
  onTestFinished(() => app.close())
  return app
}

it('D8: a session that is known has a count of its own, made-up tokens count by their address', async () => {
  const app = await serverOf60()
  const { token } = await server.user([])
  const ask = async (one: string) => {
    const headers = { authorization: `Bearer ${one}` }
    return (await app.inject({ url: '/api/profile', headers })).statusCode
  }
  const askOften = async (times: number, tokenAt: (n: number) => string) => {
    const answers = new Map<number, number>()
    for (let n = 0; n < times; n += 1) {
      const status = await ask(tokenAt(n))
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    return Object.fromEntries(answers)
  }
  expect(await ask(token)).toBe(200)
  const madeUp = await askOften(70, (n) => `lg_${String(n).padStart(43, 'x')}`)
  expect(madeUp).toEqual({ 401: 59, 429: 11 })
  // The address may ask no more, and who is known goes on.
  expect(await askOften(70, () => token)).toEqual({ 200: 60, 429: 10 })
})

it('who has called too often may call again a minute later, also when the clock was put back', async () => {
  const app = await serverOf60()
  onTestFinished(() => void vi.restoreAllMocks())
  const ask = async () => (await app.inject('/api/setup')).statusCode
  for (let count = 0; count < 60; count += 1) await ask()
  expect(await ask()).toBe(429)
  putClockBack(61_000)
  expect(await ask()).toBe(200)
})

it('health is asked as often as anybody likes, other addresses are not', async () => {
  const app = await serverOf60()
  for (const [url, expected] of [
    ['/livez', 200],
    ['/api/setup', 429],
  ] as const) {
    for (let count = 0; count < 60; count += 1) await app.inject(url)
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode).toBe(expected)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
  }
})
