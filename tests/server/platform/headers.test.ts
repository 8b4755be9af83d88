import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'

import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '../../../src/server/kernel/config.ts'
import { RequestError } from '../../../src/server/kernel/errors.ts'
import { answerErrors } from '../../../src/server/http/failures.ts'
import { guardRoutes } from '../../../src/server/kernel/guard.ts'
import { frameRequests } from '../../../src/server/http/server.ts'
import { answerBadAddress, answerClientError } from '../../../src/server/http/headers.ts'
import { closeServer } from '../../../src/server/stopping.ts'

let app: FastifyInstance
let hasEnded = false

beforeAll(async () => {
  app = Fastify({
    trustProxy: '127.0.0.1',
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerClientError,
  })
  answerErrors(app)
  await frameRequests(app, {
    corsOrigins: ['https://console.example.com'],
    timeouts: { bodyMs: 200, stallMs: 200 },
  })
  guardRoutes(app, async () => undefined)
  const open = { config: { access: 'public' } } as const
  app.get('/api/ok', open, async () => ({ data: 'ok' }))
  app.put('/api/ok', open, async () => ({ data: 'ok' }))
  app.put('/api/part', { config: { access: 'public', bodyTimeoutMs: 60_000 } }, async () => 'ok')
  app.get('/api/endless', open, (_request, reply) => {
    const zeros = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536)
      })(),
    )
    zeros.once('close', () => (hasEnded = true))
    return reply.send(zeros)
  })
  app.get('/api/signed-in', { config: { access: 'signed-in' } }, async () => ({ data: 'ok' }))
  app.get('/api/bug', open, async () => {
    throw new Error('secret detail')
  })
  app.get('/api/refused', open, async () => {
    throw new RequestError(409, 'No')
  })
  app.get('/api/stream', open, (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.end('data: x\n\n')
  })
  app.get('/file.js', open, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').send('1'),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const policy = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part): [string, string] => {
        const [name = '', ...values] = part.split(' ')
        return [name, values.join(' ')]
      }),
  )

const addresses: [string, number][] = [
  ['/api/ok', 200],
  ['/api/signed-in', 401],
  ['/api/refused', 409],
  ['/api/bug', 500],
  ['/api/nothing', 404],
  ['/nothing', 404],
  ['/api/stream', 200],
  ['/%E0%A4%A', 400],
  [`/${'a'.repeat(500)}`, 404],
]

describe('every answer carries the security headers:', () => {
  it.each(addresses)('%s', async (url, status) => {
    const { port } = app.server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${url}`)
    const headers = Object.fromEntries(response.headers)
    expect(response.status).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(policy(headers)).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'object-src': "'none'",
    })
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(await response.text()).not.toMatch(/secret detail|FST_|E0/)
  })

  it('no part of the policy lets inline code or other origins in', async () => {
    const { headers } = await app.inject('/api/ok')
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
  })

  it('files of the console may be kept', async () => {
    const { headers } = await app.inject('/file.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    ['https', 'max-age=31536000'],
    ['http', undefined],
  ])('over %s Strict-Transport-Security is %s', async (scheme, value) => {
    const { headers } = await app.inject({
      url: '/api/ok',
      headers: { 'x-forwarded-proto': scheme },
    })
    expect(headers['strict-transport-security']).toBe(value)
  })
})

describe('the policy lets the page call', () => {
  it.each([
    'console.example.com',
    'evil.example:4000',
    '127.0.0.1:4000',
    "x; script-src 'unsafe-inline'",
    '*',
  ])('L16: only its own origin, whatever a request says of its host: %s', async (host) => {
    const { headers } = await app.inject({ url: '/api/ok', headers: { host } })
    expect(policy(headers)['connect-src']).toBe("'self'")
  })

  it('specification 7: the api sub-host that is set, and no other', async () => {
    const apart = Fastify()
    await frameRequests(apart, { apiOrigin: 'https://api.example.com' })
    apart.get('/', async () => 'ok')
    const { headers } = await apart.inject({ url: '/', headers: { host: 'console.other.com' } })
    expect(policy(headers)['connect-src']).toBe("'self' https://api.example.com")
    await apart.close()
  })
})

describe('API_ORIGIN', () => {
  const origins = 'https://console.example.com'

  it('is an origin, and needs to know the origin of the console', () => {
    const config = readConfig({ API_ORIGIN: 'https://api.example.com/', CORS_ORIGINS: origins })
    expect(config.apiOrigin).toBe('https://api.example.com')
    expect(readConfig({}).apiOrigin).toBeUndefined()
    expect(() => readConfig({ API_ORIGIN: 'https://api.example.com' })).toThrow(
      'CORS_ORIGINS must name the address at which people open the console',
    )
  })

  it.each([
    'api.example.com',
    'https://api.example.com/api',
    'https://api.example.com; script-src *',
    'https://api.example.com" onload="',
    'javascript:alert(1)',
  ])('is not %s', (API_ORIGIN) => {
    expect(() => readConfig({ API_ORIGIN, CORS_ORIGINS: origins })).toThrow(
      'API_ORIGIN must be an origin like https://api.example.com',
    )
  })
})

describe('from another origin', () => {
  const preflight = (origin: string, method = 'PUT') =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/ok',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,locale',
      },
    })

  it('a configured one may call, without cookies', async () => {
    const answer = await preflight('https://console.example.com')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('https://console.example.com')
    expect(answer.headers['access-control-allow-headers']).toContain('authorization')
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    const call = await app.inject({
      url: '/api/ok',
      headers: { origin: 'https://console.example.com' },
    })
    expect(call.headers['access-control-allow-origin']).toBe('https://console.example.com')
    expect(call.headers['vary']).toContain('Origin')
  })

  it.each([
    'https://evil.example',
    'http://console.example.com',
    'https://console.example.com.evil.example',
    'https://console.example.com:8443',
    'null',
    '*',
    '',
  ])('"%s" may not', async (origin) => {
    for (const { headers } of [
      await preflight(origin),
      await app.inject({ url: '/api/ok', headers: { origin } }),
    ]) {
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('nobody may when none is configured', async () => {
    const closed = Fastify()
    await frameRequests(closed, {})
    closed.get('/', async () => 'ok')
    for (const origin of ['https://console.example.com', 'null']) {
      const { headers } = await closed.inject({ url: '/', headers: { origin } })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    await closed.close()
  })
})

/** What the server answers to bytes on the wire before it closes the connection. */
async function onTheWire(bytes: string): Promise<string> {
  const socket = dial(bytes)
  let text = ''
  for await (const data of socket) text += String(data)
  return text
}

function dial(bytes: string): Socket {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  return socket
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n')

const json = ['Content-Type: application/json', 'Content-Length: 5']

it.each([
  ['L16: too many headers', head('GET /api/ok', `X-Big: ${'a'.repeat(20_000)}`), 431],
  ['L2: a body that does not arrive', `${head('PUT /api/ok', ...json)}ab`, 408],
  ['L16: what is not HTTP at all', 'BOGUS\r\n\r\n', 400],
])('%s is refused with every header', async (_, bytes, status) => {
  const answer = await onTheWire(bytes)
  const [start, body] = answer.split('\r\n\r\n')
  expect(start).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(start).toContain("\r\ncontent-security-policy: default-src 'self'")
  expect(start).toContain('\r\nx-content-type-options: nosniff')
  expect(JSON.parse(body ?? '')).toEqual({
    message: expect.stringMatching(/^The (?:request|headers)/),
  })
  expect(answer.toLowerCase()).not.toMatch(/fastify|node|leadgate/)
})

it('L2: an injected request whose body does not arrive ends too', async () => {
  const payload = new PassThrough()
  payload.write('ab')
  const headers = { 'content-type': 'application/json', 'content-length': '5' }
  const answer = app.inject({ method: 'PUT', url: '/api/ok', headers, payload })
  await expect(answer).rejects.toThrow()
})

it('L2: a part of a file may take longer than other bodies', async () => {
  const part = dial(`${head('PUT /api/part', ...json)}ab`)
  const other = await onTheWire(`${head('PUT /api/ok', ...json)}ab`)
  expect(other).toMatch(/^HTTP\/1\.1 408 /)
  expect(part.destroyed || part.readableEnded).toBe(false)
  part.destroy()
})

it('F13: who does not read what is streamed is cut off', async () => {
  const reader = dial(head('GET /api/endless'))
  reader.pause()
  await expect.poll(() => hasEnded).toBe(true)
  reader.destroy()
})

it('F4: a server that is stopped waits for no request that does not end', async () => {
  const stopped = Fastify({ forceCloseConnections: 'idle' })
  stopped.put('/', async () => 'ok')
  await stopped.listen({ port: 0, host: '127.0.0.1' })
  const { port } = stopped.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1', () => client.write(`${head('PUT /', ...json)}ab`))
  client.on('error', () => undefined)
  await once(stopped.server, 'request')
  await closeServer(stopped, 100)
  expect(stopped.server.listening).toBe(false)
})
