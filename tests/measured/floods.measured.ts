import { brotliCompressSync, gzipSync } from 'node:zlib'

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { business } from '../../resources/index.server.ts'
import { hashPassword } from '../../src/server/kernel/secrets/passwords.ts'
import { isDiscreet } from '../attacks/cases/office.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'
import { timesAsLong } from './pace.ts'

let server: TestServer
/** More than the calls of one test: after a large body of a caller the next one rests. */
const count = 12
const admins: Client[] = []

beforeAll(async () => {
  server = await createTestServer(business)
  await business.seed(server.backend)
  const all = business.permissions.map(({ name }) => name)
  for (let made = 0; made < count; made += 1) admins.push(await server.user(all))
})
afterAll(() => server.close())

let calls = 0
const call = (request: InjectOptions) => {
  const { token } = admins[calls++ % count]!
  return server.app.inject({
    ...request,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
  })
}

describe('H4 what is too large or too deep is refused at once:', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const json = (url: string, payload: string, method: 'POST' | 'PUT' = 'POST'): InjectOptions => ({
    method,
    url: `/api${url}`,
    payload,
    headers: { 'content-type': 'application/json' },
  })
  const many = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, n])))
  const floods: [string, () => InjectOptions][] = [
    ['a body of 2 MB', () => json('/lead', `{"comment": "${'x'.repeat(2_000_000)}"}`)],
    ['a body a thousand deep', () => json('/lead', `{"tags": ${nested(1_000)}}`)],
    ['a body 200,000 deep', () => json('/lead', `{"tags": ${nested(200_000)}}`)],
    ['a filter 200,000 deep', () => json('/lead/search', `{"status": ${nested(200_000)}}`)],
    [
      'an export 200,000 deep',
      () => json('/lead/export', `{"filter": {"status": ${nested(200_000)}}}`),
    ],
    [
      'bulk values 200,000 deep',
      () => json('/lead/bulk/update', `{"ids": [1], "values": {"tags": ${nested(200_000)}}}`),
    ],
    [
      'settings 200,000 deep',
      () => json('/lead/import', `{"settings": {"tags": ${nested(200_000)}}}`),
    ],
    ['a profile 200,000 deep', () => json('/profile', `{"settings": ${nested(200_000)}}`, 'PUT')],
    ['60,000 keys', () => json('/lead', many(60_000))],
    ['60,000 filters', () => json('/lead/search', many(60_000))],
    ['a sign-in of 60,000 keys', () => json('/login', many(60_000))],
    [
      '10,001 values',
      () =>
        json(
          '/lead/search',
          JSON.stringify({ status: Array.from({ length: 10_001 }, (_, n) => n + 1) }),
        ),
    ],
    [
      'a list of 100,000 tags',
      () =>
        json('/lead', JSON.stringify({ tags: Array.from({ length: 100_000 }, (_, n) => n + 1) })),
    ],
    [
      '100,000 ids',
      () =>
        json(
          '/lead/bulk/delete',
          JSON.stringify({ ids: Array.from({ length: 100_000 }, (_, n) => n + 1) }),
        ),
    ],
    ['10,000 parameters', () => ({ url: `/api/lead/search?${'a=1&'.repeat(10_000)}` })],
    ['10,000 sorts', () => ({ url: `/api/lead/search?sort=${'id,'.repeat(10_000)}` })],
    ['an address of 100 KB', () => ({ url: `/api/lead/${'1'.repeat(100_000)}` })],
    ['10,000 folders', () => ({ url: `/api${'/a'.repeat(10_000)}` })],
    [
      'a number of a thousand digits',
      () => ({ url: `/api/lead/search?page=${'9'.repeat(1_000)}` }),
    ],
    [
      'a number of a thousand digits in a body',
      () => json('/lead', `{"tags": [1${'0'.repeat(1_000)}]}`),
    ],
    [
      'an e-mail address that a slow pattern would like',
      () => json('/lead', JSON.stringify({ email: `${'a.'.repeat(90)}@${'a-'.repeat(90)}` })),
    ],
    [
      'a page address that a slow pattern would like',
      () => json('/lead', JSON.stringify({ consent_url: `http://${'a.'.repeat(900)}!` })),
    ],
    [
      'a card number that a slow pattern would like',
      () => json('/lead', JSON.stringify({ comment: '4 '.repeat(1_000) })),
    ],
    [
      'a password of a megabyte',
      () =>
        json('/login', JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(1_000_000) })),
    ],
    [
      'a token of a megabyte',
      () => ({
        url: '/api/profile',
        headers: { authorization: `Bearer lg_${'a'.repeat(1_000_000)}` },
      }),
    ],
  ]
  const packed: [string, string, () => Buffer][] = [
    ['30 KB that unpack to 30 MB', 'gzip', () => gzipSync(Buffer.alloc(30_000_000, 32))],
    ['the same by brotli', 'br', () => brotliCompressSync(Buffer.alloc(30_000_000, 32))],
    ['a pack in a pack', 'gzip, gzip', () => gzipSync(gzipSync('{}'))],
    ['half of a pack', 'gzip', () => gzipSync('{"email": "a@example.com"}').subarray(0, 20)],
    ['no pack at all', 'gzip', () => Buffer.from('{}')],
    ['an unknown pack', 'zip', () => Buffer.from('{}')],
  ]
  const packs = packed.map(([what, encoding, make]): [string, () => InjectOptions] => [
    what,
    () => ({
      method: 'POST',
      url: '/api/login',
      payload: make(),
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    }),
  ])
  test.each([...floods, ...packs])('%s', async (_, make) => {
    const request = { ...make(), remoteAddress: '198.51.100.2' }
    const answer = await call(request)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(isDiscreet(answer.body.slice(0, 10_000))).toBe(true)
    // What the least of the answers to a sign-in takes is the hash.
    const hash = () => hashPassword('any')
    expect(await timesAsLong(() => call(request), hash, 10)).toBeLessThan(10)
  })
})
