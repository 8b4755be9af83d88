import { once } from 'node:events'
import { connect } from 'node:net'

import * as fc from 'fast-check'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import type { Behavior } from '#server'

import { business } from '../../resources/index.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { createLog } from '../../src/server/kernel/log.ts'
import { buildServer } from '../../src/server/http/server.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'
import { bodiesOf, queries, query } from './cases/anything.ts'
import { expectRefusal, isDiscreet } from './cases/office.ts'
import { accessText, addressOf, plainPath, withRoutes, type Route } from './cases/routes.ts'

const all = business.permissions.map(({ name }) => name)

let server: TestServer
let routes: Route[]
let admin: Client
let origin: URL
const rejections: unknown[] = []
const reject = (reason: unknown) => rejections.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', reject)
  ;[server, routes] = await withRoutes(() => createTestServer({ ...business, behaviors }))
  await business.seed(server.backend)
  admin = await server.user(all, { name: 'Admin' })
  origin = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  await server.close()
  process.off('unhandledRejection', reject)
})

/** Routes that go wrong, beside those of the console. */
const broken: Behavior<any>['routes'] = (app, { database }) => {
  const config = { access: 'signed-in' } as const
  const schema = {
    tags: ['Broken'],
    summary: 'Goes wrong',
    body: z.object({ words: z.unknown() }),
    response: { 200: z.unknown() },
  }
  app.post('/broken/value', { schema, config }, ({ body }) =>
    sql`select ${body.words}::integer`.execute(database.sql),
  )
  app.post('/broken/record', { schema, config }, ({ body }) =>
    sql`insert into sources (name) values (${body.words}), (${body.words})`.execute(database.sql),
  )
  app.post('/broken/statement', { schema, config }, ({ body }) =>
    sql`select nothing from nowhere where a = ${body.words}`.execute(database.sql),
  )
}
const behaviors = { ...business.behaviors, requests: { routes: broken } }

const call = (request: InjectOptions, { token } = admin) =>
  server.app.inject({
    ...request,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...request.headers },
  })

const own = () => routes.filter(({ path }) => !path.startsWith('/api/broken'))

describe('H9 every route says who may call it:', () => {
  test('as it was reviewed', async () => {
    const lines = own()
      .filter(({ method, path }) => method !== 'HEAD' && path !== '/*')
      .map((route) => `${route.method} ${plainPath(route)} → ${accessText(route.access)}`)
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('routes.txt')
  })

  test('and these are open to everybody', () => {
    const open = own().filter(({ access }) => access === 'public' || access === undefined)
    // The console's own files are served only where it was built.
    const paths = open.filter(({ path, method }) => path !== '/*' && method !== 'HEAD')
    expect(paths.map(({ method, path }) => `${String(method)} ${path}`).sort()).toEqual([
      'GET /api/health',
      'GET /api/localizations',
      'GET /api/localizations/:lng',
      // Departments, with tokens of their own: tests/resources/partner/callers.test.ts.
      'GET /api/partner/docs',
      'GET /api/partner/lead/:id',
      'GET /api/partner/lead/search',
      // Whoever has the key of an integration, which stands in the address.
      'GET /api/partner/postback/:key',
      'GET /api/setup',
      'GET /livez',
      'GET /metrics',
      'GET /readyz',
      'POST /api/login',
      'POST /api/partner/lead',
      'POST /api/partner/lead/:id/return',
      'POST /api/partner/lead/bulk',
      'POST /api/partner/lead/status',
      'POST /api/partner/postback/:key',
      'POST /api/setup',
    ])
  })

  test('a HEAD needs what its GET needs', () => {
    for (const head of own().filter(({ method }) => method === 'HEAD')) {
      const get = own().find(({ method, path }) => method === 'GET' && path === head.path)
      if (get) expect(head.access).toEqual(get.access)
      else expect(head.path).toMatch(/^\/api\/files/)
    }
  })

  test('and means it: signed out 401, without a permission 403 or nothing', async () => {
    const nobody = await server.user([])
    for (const route of own().filter(({ access }) => access !== 'public')) {
      const request = { method: route.method as 'GET', url: addressOf(route, 999_999) }
      const out = await call(request, server.anonymous)
      expect([route.path, out.statusCode]).toEqual([route.path, 401])
      if (typeof route.access === 'string' || route.access === undefined) continue
      const { statusCode, body } = await call(request, nobody)
      // The rule of one's own imports lets everybody in, and finds nothing.
      const isOwn = accessText(route.access).startsWith('the rule')
      if (!isOwn) expect([route.path, statusCode]).toEqual([route.path, 403])
      else if (statusCode === 200 && body) expect(JSON.parse(body).data).toEqual([])
    }
  }, 60_000)
})

const versions =
  /fastify|node\.?js|express|pglite|postgres|kysely|leadgate\/|\b\d+\.\d+\.\d+\b(?<!127\.0\.0)/i

test('H1 C6 every answer of every route carries the headers and tells nothing of what runs here', async () => {
  const addresses: InjectOptions[] = own()
    .filter(({ path }) => !path.includes('/events'))
    .map((route) => ({ method: route.method as 'GET', url: addressOf(route) }))
  const others: InjectOptions[] = [
    { url: '/' },
    { url: '/nothing' },
    { url: '/api/nothing' },
    { url: '/api' },
    { url: '/api/' },
    { url: '//' },
    { url: '/%2e%2e/%2e%2e/etc/passwd' },
    { url: '/..%2f..%2fpackage.json' },
    { url: '/.env' },
    { url: '/.git/config' },
    { url: '/%E0%A4%A' },
    { url: '/api/%00' },
    { url: `/${'a'.repeat(3_000)}.js` },
    { url: '/assets/x.js%00.html' },
    { url: '/%5c..%5c..%5cpackage.json' },
    { url: '/src/server/main.ts' },
    { url: '/package.json' },
    { method: 'OPTIONS', url: '/api/lead' },
    { method: 'TRACE' as 'GET', url: '/api/lead' },
    { method: 'PATCH', url: '/api/lead' },
    {
      method: 'POST',
      url: '/api/login',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    },
    {
      method: 'POST',
      url: '/api/login',
      payload: 'x'.repeat(2_000_000),
      headers: { 'content-type': 'application/json' },
    },
    { method: 'POST', url: '/api/broken/statement', payload: { words: 'x' } },
    { method: 'POST', url: '/api/broken/value', payload: { words: 'x' } },
  ]
  // This one signs out on the way.
  const visitor = await server.user(all, { name: 'Visitor' })
  for (const request of [...addresses, ...others]) {
    for (const client of [server.anonymous, visitor]) {
      const { headers, body, statusCode } = await call(
        { ...request, remoteAddress: '198.51.100.1' },
        client,
      )
      expect([request.url, headers]).toEqual([
        request.url,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'content-security-policy': expect.stringMatching(/frame-ancestors 'none'|sandbox/),
        }),
      ])
      for (const name of [
        'server',
        'x-powered-by',
        'set-cookie',
        'access-control-allow-origin',
        'via',
      ]) {
        expect(headers).not.toHaveProperty(name)
      }
      if (statusCode >= 400) expect(isDiscreet(body)).toBe(true)
      if (client === server.anonymous) {
        const isConsole = String(headers['content-type']).includes('html')
        if (!isConsole)
          expect([request.url, body]).toEqual([request.url, expect.not.stringMatching(versions)])
      }
      expect(body).not.toMatch(/root:x:0|"dependencies"|DATABASE_URL/)
    }
  }
}, 60_000)

describe('H2 a body is JSON whatever its header looks like, or nothing:', () => {
  const types: [string, number[]][] = [
    ['application/json', [422]],
    ['application/json; charset=utf-8', [422]],
    ['application/json;charset=UTF-8', [422]],
    ['APPLICATION/JSON', [422]],
    ['application/json\t', [415, 422]],
    [' application/json', [415, 422]],
    ['application/json ; a=b', [415, 422]],
    ['application/json; charset=utf-16', [415, 422]],
    ['application/json; charset=x-user-defined', [415, 422]],
    ['application/json;;;', [415, 422]],
    ['application/json, text/plain', [415, 422]],
    ['application/jsonx', [415]],
    ['application/problem+json', [415]],
    ['application/x-json', [415]],
    ['text/json', [415]],
    ['text/plain', [415]],
    ['text/html', [415]],
    ['application/xml', [415]],
    ['application/x-www-form-urlencoded', [415]],
    ['multipart/form-data; boundary=a', [415]],
    ['application/octet-stream', [415]],
    ['application/offset+octet-stream', [415, 422]],
    ['*/*', [415]],
    ['json', [415]],
    ['', [415]],
    ['\u00e9', [415]],
  ]
  test.each(types)('%j', async (type, statuses) => {
    const payload = JSON.stringify({ name: 'x', colour: 'x', id: 1, is_system: true })
    const answer = await call({
      method: 'POST',
      url: '/api/settings/status',
      payload,
      headers: { 'content-type': type },
    })
    expect(statuses).toContain(answer.statusCode)
    if (answer.statusCode === 422 && !type.includes('offset')) {
      expect(Object.keys(answer.json().errors).sort()).toEqual(['colour', 'id', 'is_system'])
    }
  })
})

describe('H3 no log holds what it should not:', () => {
  const metricsToken = 'a-long-enough-token'
  const lines: string[] = []
  let app: FastifyInstance
  beforeAll(async () => {
    const log = createLog('trace', { write: (line) => void lines.push(line) })
    const config = { ...server.backend.config, metricsToken }
    app = await buildServer({ ...server.backend, config, log }, { maxEventLoopDelayMs: 0 })
  })
  afterAll(() => app.close())

  test('no token, password, person or value of a statement, and no line of somebody else', async () => {
    const words = 'CANARY jane.doe@example.com +447911123456'
    const as = (request: InjectOptions) =>
      app.inject({
        ...request,
        headers: { authorization: `Bearer ${admin.token}`, ...request.headers },
      })
    const asked = [
      await app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: 'jane.doe@example.com', password: 'CANARY-secret' },
      }),
      await as({
        url: `/api/lead/search?email=${encodeURIComponent('jane.doe@example.com')}&search=CANARY`,
      }),
      await as({
        url: `/api/lead/search?phone=${encodeURIComponent('+447911123456')}&access_token=CANARY`,
      }),
      await as({ method: 'POST', url: '/api/broken/value', payload: { words } }),
      await as({ method: 'POST', url: '/api/broken/record', payload: { words } }),
      await as({ method: 'POST', url: '/api/broken/statement', payload: { words } }),
      await as({
        method: 'POST',
        url: '/api/settings/source',
        payload: { name: words, note: '\0' },
      }),
      await as({ method: 'POST', url: '/api/lead/export', payload: { search: `${words}\0` } }),
      await as({
        url: '/api/CANARY%0a{"level":60,"msg":"forged"}%1b[31m',
        headers: { 'user-agent': 'CANARY\u001b[2J' },
      }),
      await as({
        url: '/api/lead/1',
        headers: { 'x-request-id': 'CANARY', 'request-id': 'CANARY' },
      }),
      await as({
        method: 'POST',
        url: '/api/login',
        payload: '{"password": "CANARY',
        headers: { 'content-type': 'application/json' },
      }),
      await as({
        method: 'POST',
        url: '/api/files',
        headers: { 'upload-metadata': 'CANARY CANARY' },
      }),
    ]
    expect(asked.map(({ statusCode }) => statusCode)).toContain(500)
    expect(lines.length).toBeGreaterThanOrEqual(3)
    const text = lines.join('')
    expect(text).toContain('request failed')
    expect(text).toContain('a value was refused')
    expect(text).not.toMatch(/CANARY|jane|7911123|lg_[\w-]{43}|Bearer/)
    for (const line of lines) {
      expect(() => JSON.parse(line)).not.toThrow()
      expect(line.trimEnd().split('\n')).toHaveLength(1)
      expect(line).not.toContain('\u001b')
    }
  })

  test('and no metric has a name of its own for what stands in an address', async () => {
    await app.inject({ url: '/api/lead/search?email=jane.doe@example.com' })
    await app.inject({ url: '/api/CANARY/jane.doe@example.com' })
    const headers = { authorization: `Bearer ${metricsToken}` }
    const { body } = await app.inject({ url: '/metrics', headers })
    expect(body).toContain('http_request_duration_seconds')
    expect(body).not.toMatch(/CANARY|jane|example\.com|lg_/)
  })
})

describe('H7 nobody takes the server away from the others:', () => {
  // So few leads are sorted by anything; more than 10,000 are not (largeList.test.ts).
  test.each([
    ['comment_contains=a', 400],
    ['city_contains=R', 400],
    ['page=5000&per_page=201', 400],
    ['city=Rome', 200],
    ['first_name_not=a', 200],
    ['sort=comment', 200],
    ['sort=-updated_at', 200],
    ['page=999999&per_page=200', 200],
  ])('a large list is not asked what no index answers: ?%s', async (query, status) => {
    const answer = await call({ url: `/api/lead/search?${query}` })
    expect(answer.statusCode).toBe(status)
  })

  test('a network of IPv6 addresses is one caller', async () => {
    let statusCode = 0
    for (let n = 0; n <= 3_000; n += 1) {
      const remoteAddress = `2001:db8:1:1::${n.toString(16)}`
      statusCode = (await server.app.inject({ url: '/api/nothing', remoteAddress })).statusCode
    }
    const next = await server.app.inject({
      url: '/api/setup',
      remoteAddress: '2001:db8:1:1:ffff::1',
    })
    expect([statusCode, next.statusCode].some((status) => status === 429)).toBe(true)
    const other = await server.app.inject({ url: '/api/setup', remoteAddress: '2001:db8:1:2::1' })
    expect(other.statusCode).toBe(200)
  })
})

describe('H8 no page of another origin reads an answer:', () => {
  const origins = [
    'https://evil.example',
    'null',
    'http://localhost',
    'https://console.example.com.evil.example',
    '*',
  ]
  const asked: InjectOptions[] = [
    { url: '/api/profile' },
    { url: '/api/nothing' },
    { url: '/livez' },
    { method: 'POST', url: '/api/login', payload: {} },
    { method: 'POST', url: '/api/files' },
    { url: '/api/localizations' },
  ]

  test.each(origins)('%s, unless it is configured', async (origin) => {
    const config = readConfig({ DEMO: '0', CORS_ORIGINS: 'https://console.example.com' })
    const app = await buildServer({ ...server.backend, config }, { maxEventLoopDelayMs: 0 })
    for (const one of [server.app, app]) {
      for (const request of asked) {
        const headers = { origin, authorization: `Bearer ${admin.token}` }
        const plain = await one.inject({ ...request, headers })
        const preflight = await one.inject({
          ...request,
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'PUT' },
        })
        for (const answer of [plain, preflight]) {
          expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
          expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
        }
      }
    }
    const known = await app.inject({
      url: '/api/profile',
      headers: { origin: 'https://console.example.com' },
    })
    expect(known.headers['access-control-allow-origin']).toBe('https://console.example.com')
    await app.close()
  })
})

test('A8 D8 values that no database takes are the caller’s mistake', async () => {
  const source = (
    await call({ method: 'POST', url: '/api/settings/source', payload: { name: 'S' } })
  ).json().data.id
  const lead = await call({
    method: 'POST',
    url: '/api/lead',
    payload: { source, email: 'a@example.com' },
  })
  const { id } = lead.json().data
  const bad = ['a\0b', 'a\ud800b', '\udc00']
  for (const words of bad) {
    const answers = [
      await call({ method: 'PUT', url: '/api/profile', payload: { name: `Admin${words}` } }),
      await call({ method: 'POST', url: '/api/lead/export', payload: { search: words } }),
      await call({
        method: 'POST',
        url: '/api/lead/export',
        payload: { filter: { email: words } },
      }),
      await call({
        method: 'POST',
        url: `/api/lead/${id}/reveal`,
        payload: { field: 'email', reason: words },
      }),
      await call({ method: 'POST', url: '/api/login', payload: { email: words, password: words } }),
      await call({
        method: 'POST',
        url: '/api/setup',
        payload: { name: words, email: 'a@b.co', code: words, password: words },
      }),
      await call({
        url: `/api/localizations/${encodeURIComponent(Buffer.from(words).toString())}`,
      }),
      await call({ url: '/api/localizations/%00' }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBeLessThan(500)
      if (answer.statusCode >= 400) {
        expectRefusal(
          { status: answer.statusCode, body: answer.json(), headers: {} },
          400,
          404,
          409,
          422,
          429,
        )
      }
    }
  }
})

// Last, since it leaves nothing as it was.
describe('H5 nothing that is sent ends the process:', () => {
  test('any body and query to every route', async () => {
    // What would end the session, shut the own account or never answer has tests of its own.
    const spared = /^\/api\/(?:events|logout|profile\/password|profile\/sessions|broken)/
    const open = own().filter(({ path, method }) => !spared.test(path) && method !== 'HEAD')
    const counts: Record<number, number> = {}
    let fuzzer = await server.user(all)
    let calls = 0
    const requests = fc
      .constantFrom(...open)
      .chain((route) => fc.tuple(fc.constant(route), bodiesOf(route)))
    const property = fc.asyncProperty(
      requests,
      queries,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 9 }),
      async ([route, body], pairs, id, dice) => {
        calls += 1
        const hasBody = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(String(route.method))
        const answer = await server.app.inject({
          method: route.method as 'GET',
          url:
            hasBody && dice > 1 ? addressOf(route, id) : `${addressOf(route, id)}?${query(pairs)}`,
          remoteAddress: `198.18.${(calls >> 8) & 255}.${calls & 255}`,
          headers: {
            ...(dice > 0 && { authorization: `Bearer ${fuzzer.token}` }),
            ...(hasBody && { 'content-type': 'application/json' }),
          },
          ...(hasBody && { payload: JSON.stringify(body) ?? 'null' }),
        })
        counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1
        expect([answer.statusCode, route.method, route.path, answer.body]).toEqual([
          expect.toSatisfy((status: number) => status < 500),
          route.method,
          route.path,
          expect.anything(),
        ])
        if (answer.statusCode >= 400) expect(isDiscreet(answer.body)).toBe(true)
        // It may have shut itself out.
        const isOut = answer.statusCode === 401 || answer.statusCode === 403
        if (dice > 0 && isOut) fuzzer = await server.user(all)
      },
    )
    await fc.assert(property, { interruptAfterTimeLimit: 30_000, numRuns: 350 })
    expect(calls).toBeGreaterThan(200)
    // Most of it must have come past the door.
    const inside = [200, 201, 202, 204, 400, 404, 409, 413, 415, 422].map(
      (status) => counts[status] ?? 0,
    )
    expect(inside.reduce((a, b) => a + b)).toBeGreaterThan(calls * 0.4)
    expect(counts[200]).toBeGreaterThan(0)
  }, 90_000)

  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const head = (line: string) => `${line}\r\nHost: 127.0.0.1\r\n`
  const garbage: [string, () => Buffer][] = [
    ['nothing', () => Buffer.alloc(0)],
    ['random bytes', () => Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) & 255))],
    ['zeros', () => Buffer.alloc(100_000)],
    ['the greeting of TLS', () => Buffer.from('16030100a5010000a10303', 'hex')],
    ['the greeting of HTTP/2', () => bytes('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['an unknown method', () => bytes(`${head('BREW /api/profile HTTP/1.1')}\r\n`)],
    ['half a request', () => bytes('POST /api/login HTT')],
    [
      'two lengths',
      () =>
        bytes(
          `${head('POST /api/login HTTP/1.1')}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
        ),
    ],
    [
      'a length and chunks',
      () =>
        bytes(
          `${head('POST /api/login HTTP/1.1')}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n`,
        ),
    ],
    [
      'a chunk of a negative length',
      () =>
        bytes(`${head('POST /api/login HTTP/1.1')}Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n`),
    ],
    [
      'a chunk of a gigabyte',
      () =>
        bytes(`${head('POST /api/login HTTP/1.1')}Transfer-Encoding: chunked\r\n\r\n40000000\r\nx`),
    ],
    [
      'a folded header',
      () => bytes(`${head('GET /api/profile HTTP/1.1')}Authorization: Bearer\r\n x\r\n\r\n`),
    ],
    ['a NUL in a header', () => bytes(`${head('GET /api/profile HTTP/1.1')}X: a\0b\r\n\r\n`)],
    [
      '100 KB of headers',
      () => bytes(`${head('GET /livez HTTP/1.1')}X: ${'a'.repeat(100_000)}\r\n\r\n`),
    ],
    [
      '10,000 headers',
      () => bytes(`${head('GET /livez HTTP/1.1')}${'X: a\r\n'.repeat(10_000)}\r\n`),
    ],
    [
      'an upgrade',
      () =>
        bytes(
          `${head('GET /api/events HTTP/1.1')}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        ),
    ],
    [
      'a tunnel',
      () => bytes('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'),
    ],
    [
      'the address of somebody else',
      () => bytes('GET http://evil.example/api/profile HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
    ],
    [
      'a hundred requests at once',
      () => bytes(`${head('GET /api/profile HTTP/1.1')}\r\n`.repeat(100)),
    ],
  ]
  test.each(garbage)('%s on the wire', async (_, make) => {
    const socket = connect(Number(origin.port), origin.hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    let answer = ''
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.write(make())
    await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 150))])
    socket.destroy()
    expect(answer).not.toMatch(/HTTP\/1\.1 (?:200|5\d\d)/)
    expect(isDiscreet(answer)).toBe(true)
    expect((await fetch(new URL('/livez', origin))).status).toBe(200)
  })

  test('and no promise was left to fail on its own', async () => {
    expect((await fetch(new URL('/readyz', origin))).status).toBe(200)
    expect(rejections).toEqual([])
  })
})
