import { gunzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { createShares } from '../../../src/server/kernel/turns/fairShare.ts'
import { listWork } from '../../../src/server/records/read/list.ts'
import { librarian, library } from '../../fixtures/businesses/library.ts'
import { watchRows } from '../../fixtures/work/mostRows.ts'
import { othersWait } from '../../fixtures/work/waiting.ts'
import {
  createTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '../../fixtures/server.ts'

let server: TestServer
let flooder: Client
let colleague: Client

/** Requests that are at work until they are freed. */
let atWork = 0
let free: () => void = () => undefined
let freed: Promise<void>

const holdAll = () => {
  freed = new Promise((resolve) => (free = resolve))
  onTestFinished(() => free())
}

beforeAll(async () => {
  server = await createTestServer({
    resources: defineResources([...library, described]),
    routes(app) {
      const schema = { tags: ['Test'], summary: 'Takes as long as it likes' }
      app.get('/slow', { schema, config: { access: 'signed-in' } }, async () => {
        atWork += 1
        await freed
        atWork -= 1
        return { data: 'done' }
      })
      const named = { access: 'public', sharer: () => 'caller 7' } as const
      app.post('/named', { schema, bodyLimit: 1_000_000, config: named }, () => ({ data: 'done' }))
    },
  })
  flooder = await server.user(librarian)
  colleague = await server.user(librarian)
})
afterAll(() => server.close())

const isDescribed = vi.fn(() => false)
const described = defineResource('described', {
  permission: 'described',
  access: { list: isDescribed },
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const isEmbedded = () => server.backend.database.kind === 'embedded'

describe('M6: a user who asks for very much', () => {
  it('has few requests at work, and the colleague is served meanwhile', async () => {
    holdAll()
    const flood = Array.from({ length: 50 }, () => flooder.get('/slow'))
    await expect.poll(() => atWork).toBe(isEmbedded() ? 2 : 4)
    const { status } = await colleague.get('/books/search')
    expect([status, atWork]).toEqual([200, isEmbedded() ? 2 : 4])
    free()
    expect(new Set((await Promise.all(flood)).map((answer) => answer.status))).toEqual(
      new Set([200]),
    )
  })

  it('is refused in words when more than a hundred wait', async () => {
    holdAll()
    const flood = Array.from({ length: 110 }, () => flooder.get('/slow'))
    const most = isEmbedded() ? 102 : 104
    const answered: Answer[] = []
    for (const one of flood) void one.then((answer) => answered.push(answer))
    // What comes late finds room once the others are through.
    await vi.waitFor(() => expect(answered).toHaveLength(flood.length - most), 45_000)
    const [refused] = answered
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many of your requests are waiting. Try again in a few seconds.' },
      headers: { 'retry-after': '5' },
    })
    expect((await colleague.get('/books/search')).status).toBe(200)
    free()
    const statuses = (await Promise.all(flood)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(most)
  })

  /** More than 64 KB, and more values than a filter takes. */
  const large = { title: Array.from({ length: 20_000 }, (_, n) => `Title ${n}`) }

  it('has large bodies read one by one, and what is small beside them', async () => {
    const flood = Array.from({ length: 60 }, () => flooder.post('/books/search', large))
    for (const user of [flooder, colleague]) {
      expect((await user.post('/books/search', { title: 'Title 1' })).status).toBe(200)
    }
    const statuses = (await Promise.all(flood)).map((answer) => answer.status)
    expect(new Set(statuses)).toEqual(new Set([400, 429]))
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(20)
  })

  it('is not sent back what it sent, however long that is', async () => {
    const long = 'a'.repeat(300_000)
    for (const asked of [{ sort: long }, { fields: long }, { [long]: 1 }]) {
      const { status, body } = await flooder.post('/books/search', asked)
      expect([status, body.message.slice(-30)]).toEqual([400, expect.stringContaining('aaa…')])
      expect(JSON.stringify(body).length).toBeLessThan(2_000)
    }
  })

  it('has the thread rest after a large body before the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let answered = 0
    const both = [1, 2].map(async () => {
      await flooder.post('/books/search', large)
      answered += 1
    })
    await Promise.race(both)
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(1)
    expect((await colleague.post('/books/search', large)).status).toBe(400)
    vi.advanceTimersByTime(10_000)
    await Promise.all(both)
  })

  it('does not have the large bodies of a caller wait for what somebody at another address says of them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const answered: string[] = []
    const send = async (remoteAddress: string) => {
      const request = { method: 'POST', url: '/api/named', payload: large, remoteAddress } as const
      await server.app.inject(request)
      answered.push(remoteAddress)
    }
    const all = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '198.51.100.2'].map(send)
    for (let turn = 0; turn < 5_000 && answered.length < 2; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(answered.toSorted()).toEqual(['192.0.2.1', '198.51.100.2'])
    while (answered.length < all.length) {
      vi.advanceTimersByTime(10_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

  it('takes no connection from others when all of them wait for a lock', async () => {
    const { database } = server.backend
    // The embedded database has one connection, at which nobody waits for a lock of others.
    if (database.kind === 'embedded') return
    await database.sql.transaction().execute(async (holder) => {
      await sql`lock table books`.execute(holder)
      const flood = Array.from({ length: 40 }, () => flooder.get('/books/search'))
      await othersWait(database, holder, 4)
      expect((await colleague.get('/library/author/search')).status).toBe(200)
      await sql`rollback`.execute(holder)
      await Promise.all(flood)
    })
  })
})

const callers = defineResource('callers', {
  permission: 'callers',
  size: 'large',
  fields: {
    name: field.text({ search: true, index: true }),
    phone: field.phone({ index: true, search: true }),
  },
  title: 'name',
  list: ['name', 'phone'],
  filters: ['name', 'phone'],
  form: ['name', 'phone'],
})

describe('M6: a list of many records is', () => {
  const user = { id: 1, name: 'U', email: 'u@example.com', permissions: new Set<string>() }
  const work = listWork(callers)
  const isHeavy = (query: object) => work({ user, query, body: null }).isHeavy === true

  it.each([
    ['words', { search: 'ann' }],
    ['a fragment', { name_contains: 'ann' }],
    ['parts of numbers', { phone: '123,234' }],
    ['no parts of numbers', { phone_not: '123' }],
    ['parts of numbers in a group', { where: { any: [{ phone: '123' }, { phone: '234' }] } }],
    ['a fragment in a group', { where: JSON.stringify({ all: [{ name: { contains: 'a' } }] }) }],
    ['what cannot be read', { where: '{' }],
    ['a long page', { per_page: '200' }],
  ])('heavy work when it is asked for %s', (_what, query) => {
    expect(isHeavy(query)).toBe(true)
  })

  it.each([
    ['nothing', {}],
    ['whole numbers', { phone: '+447400123456,+447400123457' }],
    ['a word that is only named so', { where: { any: [{ name: 'contains' }] } }],
    ['a page as people read it', { per_page: 50 }],
  ])('light work when it is asked for %s', (_what, query) => {
    expect(isHeavy(query)).toBe(false)
  })
})

it('M6: a bulk act counts before it reads what a filter matches', async () => {
  const { database } = server.backend
  await sql`insert into authors (name) select 'A ' || n from generate_series(1, 300) n`.execute(
    database.sql,
  )
  const mostRows = watchRows(database)
  const { status, body } = await flooder.post('/library/author/bulk/delete', {
    filter: {},
    expected_count: 0,
  })
  expect([status, body.errors.expected_count, mostRows()]).toEqual([409, ['300'], 1])
})

it('M6: a user has twenty jobs waiting at most', async () => {
  const keen = await server.user(librarian)
  const start = () => keen.post('/books/export', {})
  for (let count = 0; count < 18; count += 1) expect((await start()).status).toBe(202)
  const last = await Promise.all([start(), start(), start(), start()])
  expect(last.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429])
  expect(last.find(({ status }) => status === 429)).toMatchObject({
    body: { message: 'Too many of your jobs are waiting. Let some of them run, or cancel some.' },
    headers: { 'retry-after': '60' },
  })
  expect((await colleague.post('/books/export', {})).status).toBe(202)
})

it('M6: the description of the API is made once for those who may do the same', async () => {
  const before = isDescribed.mock.calls.length
  const first = await colleague.get('/openapi.json')
  const made = isDescribed.mock.calls.length
  expect(made).toBeGreaterThan(before)
  expect((await colleague.get('/openapi.json')).body).toEqual(first.body)
  const packed = await server.app.inject({
    url: '/api/openapi.json',
    headers: { authorization: `Bearer ${colleague.token}`, 'accept-encoding': 'br, gzip' },
  })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringContaining('accept-encoding'),
  })
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(first.body)
  expect(isDescribed.mock.calls.length).toBe(made)
})

describe('M6: shares of users', () => {
  const limits = { places: 3, heavyPlaces: 1, total: 5, waiting: 10, rest: 0, floodRest: 0 }
  const light = { places: 1 }

  /** Work that says when it begins, and ends when it is told to. */
  function createWork() {
    const shares = createShares(limits)
    const begun: string[] = []
    const leaves = new Map<string, () => void>()
    const start = async (user: number, name: string, work = light) => {
      leaves.set(name, await shares.take(user, work))
      begun.push(name)
    }
    return {
      begun,
      begin: (user: number, name: string, work = light) => void start(user, name, work),
      async end(name: string) {
        leaves.get(name)?.()
        await new Promise((resolve) => setImmediate(resolve))
      },
    }
  }

  it('are taken in turn when all places are taken', async () => {
    const { begun, begin, end } = createWork()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) begin(1, name)
    for (const name of ['b1', 'b2', 'b3']) begin(2, name)
    for (const name of ['c1', 'c2']) begin(3, name)
    await end('nothing')
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
    for (const name of ['a1', 'a2', 'b1', 'b2']) await end(name)
    expect(begun.slice(5)).toEqual(['a4', 'b3', 'c1', 'a5'])
  })

  it('hold less heavy work, which keeps nobody from light work', async () => {
    const { begun, begin, end } = createWork()
    const heavy = { places: 1, isHeavy: true }
    begin(1, 'heavy', heavy)
    begin(1, 'another', heavy)
    begin(1, 'light')
    await end('nothing')
    expect(begun).toEqual(['heavy', 'light'])
    await end('heavy')
    expect(begun).toEqual(['heavy', 'light', 'another'])
  })

  it('have heavy work rest between, where others are here', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const shares = createShares({ ...limits, rest: 3 })
    const heavy = { places: 1, isHeavy: true }
    const isTaken = async (user: number) => {
      let leave: (() => void) | undefined
      void shares.take(user, heavy).then((done) => (leave = done))
      await vi.advanceTimersByTimeAsync(0)
      return leave
    }
    const alone = await isTaken(1)
    await vi.advanceTimersByTimeAsync(1_000)
    alone?.()
    const next = await isTaken(1)
    expect(next).toBeDefined()
    ;(await shares.take(2, light))()
    await vi.advanceTimersByTimeAsync(1_000)
    next?.()
    let begun = 0
    void shares.take(1, heavy).then(() => (begun = Date.now()))
    const light1 = await shares.take(1, light)
    light1()
    const ended = Date.now()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(begun - ended).toBe(3_000)
  })

  it('have it rest longer where much of it waits', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const shares = createShares({ ...limits, rest: 1, floodRest: 5 })
    const heavy = { places: 1, isHeavy: true }
    ;(await shares.take(2, light))()
    const begun: number[] = []
    for (let n = 0; n < 6; n += 1) {
      void shares.take(1, heavy).then((leave) => {
        begun.push(Date.now())
        setTimeout(leave, 100)
      })
    }
    await vi.advanceTimersByTimeAsync(5_000)
    const pauses = begun.slice(1).map((at, n) => at - (begun[n] ?? 0))
    expect(pauses).toEqual([600, 600, 200, 200, 200])
  })

  it('give a place back once', async () => {
    const { begun, begin, end } = createWork()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) begin(1, name)
    await end('a1')
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4'])
  })
})
