import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import { frameRequests } from '../../../src/server/http/server.ts'
import { answerErrors } from '../../../src/server/http/failures.ts'
import { validateRequests } from '../../../src/server/http/server.ts'
import { guardRoutes } from '../../../src/server/kernel/guard.ts'
import { healthRoutes } from '../../../src/server/http/health.ts'
import { createDiskState } from '../../../src/server/http/diskState.ts'
import { createMetrics, metricsRoutes } from '../../../src/server/http/metrics.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { putClockBack } from '../../fixtures/work/clock.ts'
import { officeBackend } from '../auth/office.ts'

let database: Database
let app: FastifyInstance

const metricsToken = 'a-long-enough-token'

const error = vi.fn()
const disk = createDiskState({ error })

async function build(env: Record<string, string>, on = database): Promise<FastifyInstance> {
  const backend = officeBackend(on, { env })
  const built = Fastify({ trustProxy: '10.0.0.0/8' })
  answerErrors(built, { disk })
  validateRequests(built)
  guardRoutes(built, async () => undefined)
  healthRoutes(built, backend, disk)
  const metrics = createMetrics()
  await frameRequests(built, metrics)
  metricsRoutes(built, backend, metrics)
  built.get('/api/thing/:id', { config: { access: 'public' } }, async () => ({ data: 'ok' }))
  built.put('/api/full', { config: { access: 'public' } }, async () => {
    throw Object.assign(new Error('could not extend file'), { code: '53100' })
  })
  await built.ready()
  return built
}

beforeAll(async () => {
  database = await createTestDatabase()
  app = await build({ METRICS_TOKEN: metricsToken })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

describe('without signing in', () => {
  it.each([
    ['/livez', { status: 'ok' }],
    ['/readyz', { status: 'ok' }],
    ['/api/health', { data: { status: 'ok' } }],
  ])('%s answers', async (url, body) => {
    const response = await app.inject(url)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(body)
  })
})

describe('without a database', () => {
  let alone: FastifyInstance
  beforeAll(async () => {
    const gone = await createTestDatabase()
    await gone.close()
    alone = await build({}, gone)
  })
  afterAll(() => alone.close())

  it.each([
    ['/livez', 200],
    ['/readyz', 503],
    ['/api/health', 200],
  ])('%s answers %i', async (url, status) => {
    const response = await alone.inject(url)
    expect(response.statusCode).toBe(status)
    expect(response.body).not.toMatch(/error|database|closed/i)
  })
})

it('a database that is busy for too long is not ready', async () => {
  const connections = database.kind === 'embedded' ? 1 : 16
  const freed = new AbortController()
  let taken = 0
  const take = () =>
    database.sql.transaction().execute(async () => {
      taken += 1
      await new Promise((resolve) => freed.signal.addEventListener('abort', resolve))
    })
  const busy = Array.from({ length: connections }, take)
  await expect.poll(() => taken).toBe(connections)
  const during = await app.inject('/readyz')
  freed.abort()
  await Promise.all(busy)
  expect(during.statusCode).toBe(503)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

it('F8: a disk that a request found full is told by /readyz, and once in the log', async () => {
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return [statusCode, JSON.parse(body)]
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const fill = () => app.inject({ method: 'PUT', url: '/api/full' })
  for (const { statusCode } of [await fill(), await fill()]) expect(statusCode).toBe(507)
  expect(await ready()).toEqual([503, { status: 'disk full' }])
  expect((await app.inject('/livez')).statusCode).toBe(200)
  expect(error.mock.calls.map(([, words]) => words)).toEqual([
    'The disk is full: nothing can be saved.',
  ])
  vi.setSystemTime(Date.now() + 10 * 60_000)
  expect(await ready()).toEqual([200, { status: 'ok' }])
})

it('F8: a disk is full for a minute, also when the clock is put back meanwhile', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const state = createDiskState({ error: vi.fn() })
  state.foundFull(new Error('could not extend file'))
  expect(state.isFull()).toBe(true)
  putClockBack(61_000)
  expect(state.isFull()).toBe(false)
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const readers: [string, { remoteAddress?: string; headers?: Record<string, string> }, number][] = [
  ['whoever has the token', { remoteAddress: '192.0.2.1', headers: bearer(metricsToken) }, 200],
  ['whoever has a wrong token', { headers: bearer('wrong') }, 404],
  ['whoever has no token', { remoteAddress: '192.0.2.1' }, 404],
  ['this machine', {}, 404],
  ['this machine for a host of another name', { headers: { host: 'console.example.com' } }, 404],
]

describe('/metrics', () => {
  it.each(readers)('L3: for %s', async (_, request, status) => {
    const { statusCode, body } = await app.inject({ url: '/metrics', ...request })
    expect(statusCode).toBe(status)
    if (status === 200) expect(body).toContain('process_cpu_seconds_total')
    else expect(JSON.parse(body)).toEqual({ message: 'Not found.' })
  })

  it('takes no token when none is set', async () => {
    const other = await build({})
    for (const token of ['', 'undefined', metricsToken]) {
      const request = { remoteAddress: '192.0.2.1', headers: bearer(token) }
      expect((await other.inject({ url: '/metrics', ...request })).statusCode).toBe(404)
    }
    await other.close()
  })

  it('counts by route pattern, never by what stands in an address', async () => {
    await app.inject('/api/thing/4711?email=ann@example.com')
    await app.inject('/api/thing/4712')
    await app.inject('/secret-4713')
    await app.inject({ method: 'POST', url: '/api/thing/4711' })
    const { body } = await app.inject({ url: '/metrics', headers: bearer(metricsToken) })
    expect(body).toContain(
      'http_request_duration_seconds_count{route="/api/thing/:id",method="GET",status="2xx"} 2',
    )
    expect(body).toContain(
      'http_request_duration_seconds_count{route="unknown",method="GET",status="4xx"} 1',
    )
    // In labels alone: a measured value may hold any digits.
    const labels = body.match(/(?<=\{).*(?=\})/g)
    expect(labels).toContain('route="unknown",method="GET",status="4xx"')
    expect(labels?.filter((one) => /471\d|example\.com/.test(one))).toEqual([])
  })
})
