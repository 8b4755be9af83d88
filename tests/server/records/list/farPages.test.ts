import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { recount } from '../../../../src/server/statistics/recount.ts'
import { listCalls, sortedCalls } from '../../../fixtures/calls.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { entriesPassed, spiedListOf } from './spiedList.ts'

const place = defineResource('places', {
  permission: 'place',
  fields: { name: field.text({ max: 40 }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const call = defineResource('calls', {
  permission: 'call',
  size: 'large',
  softDelete: true,
  fields: {
    name: field.text({ optional: true, index: true }),
    code: field.text({ index: true }),
    weight: field.decimal({ digits: 10, optional: true, index: true }),
    state: field.choice({ open: 'Open', held: 'Held', done: 'Done' }, { index: true }),
    urgent: field.boolean({ default: false, index: 'sparse' }),
    place: field.reference('places', { optional: true, covers: ['state'] }),
    seen_at: field.timestamp({ optional: true, index: 'sparse' }),
  },
  title: 'code',
  list: ['id', 'created_at', 'name', 'code', 'weight', 'state', 'urgent', 'place', 'seen_at'],
  form: ['name', 'code', 'state', 'urgent', 'place'],
  sort: '-created_at',
  sums: { calls: 'created_at' },
})

const resources = defineResources([place, call])
const perPage = 50

let server: TestServer
let user: Client
let writer: Client

const run = (text: string) => sql.raw(text).execute(server.backend.database.sql)

beforeAll(async () => {
  server = await createTestServer({ resources })
  const permissions = ['call.view', 'call.create', 'call.delete', 'place.view']
  user = await server.user(permissions)
  writer = await server.user(permissions)
  await run(`insert into places (name) values ('zebra'), ('Åland'), ('apple'), ('Zoo'), ('apple')`)
  // Equal values of each kind, and none; the ids follow no order.
  await run(`
    insert into calls (name, code, weight, state, urgent, place, seen_at, created_at, deleted_at)
    select case when n % 5 > 0 then (array['Zoe','ada','Émile','Ada','émile','Bob'])[1 + n % 6] end,
      'c' || (n * 37 % 9000), case when n % 3 > 0 then 10000 + n % 700 + 0.0123456789 end,
      (array['open','held','done'])[1 + n % 3], n % 50 = 0, case when n % 7 > 0 then 1 + n % 5 end,
      case when n % 8 > 0 then timestamptz '2026-01-01' + (n * 13 % 900) * interval '1.000007 hour' end,
      timestamptz '2026-02-01' + (n * 31 % 9000) * interval '7 minutes',
      case when n % 11 = 0 then now() end
    from generate_series(1, 54000) n`)
  await run('vacuum analyze calls')
  await recounted()
}, 120_000)
afterAll(() => server.close())

const recounted = () =>
  server.backend.database.sql.transaction().execute((one) => recount(resources, one))

const title = `(select name from places p where p.id = t.place) collate "und-x-icu"`
const stateAt = `array_position(array['open','held','done'], state)`

const orders: [sort: string, order: string][] = [
  ['id', 'id'],
  ['-id', 'id desc'],
  ['name', 'name collate "und-x-icu" nulls last, id'],
  ['-name', 'name collate "und-x-icu" desc nulls last, id desc'],
  ['code', 'code collate "und-x-icu", id'],
  ['-code', 'code collate "und-x-icu" desc, id desc'],
  ['weight', 'weight nulls last, id'],
  ['-weight', 'weight desc nulls last, id desc'],
  ['seen_at', 'seen_at nulls last, id'],
  ['-seen_at', 'seen_at desc nulls last, id desc'],
  ['state', `${stateAt}, created_at desc, id desc`],
  ['-state', `${stateAt} desc, created_at desc, id desc`],
  ['state,created_at', `${stateAt}, created_at, id`],
  ['place', `${title} nulls last, place, created_at desc, id desc`],
  ['-place', `${title} desc nulls last, place desc, created_at desc, id desc`],
]

/** Far from both ends: values end and begin between them. */
const far = [441, 442, 440, 500, 470, 471, 472, 540, 539, 441]

let now = Date.now()

beforeEach(() => {
  // What an earlier test knows is older than anybody goes by.
  now += 300_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const wait = (seconds: number) => vi.setSystemTime((now += seconds * 1000))

const sorted = (order: string, where?: string) => sortedCalls(server, order, where)

async function pageOf(sort: string, page: number, more = '', client = user) {
  const query = `sort=${sort}&per_page=${perPage}&page=${page}${more}`
  return (await listCalls(client, query)).ids
}

const pageIn = (ids: readonly number[], page: number) =>
  ids.slice((page - 1) * perPage, page * perPage)

describe.each(orders)('G5: far pages by %s', (sort, order) => {
  test.each([
    ['', 'true'],
    ['&urgent=false', 'not urgent'],
  ])(
    '%s are those that sorting everything gives, from wherever they are read',
    async (filter, where) => {
      const expected = await sorted(order, where)
      for (const page of far) {
        const ids = await pageOf(sort, page, filter)
        expect({ page, ids }).toEqual({ page, ids: pageIn(expected, page) })
      }
    },
  )

  test('are near one another: the second one passes few entries', async () => {
    const list = spiedListOf(call, server)
    const passed = async (page: number) => {
      const { statements } = await list({ sort, per_page: `${perPage}`, page: `${page}` })
      return entriesPassed(server, statements, 'calls')
    }
    expect(await passed(460)).toBeGreaterThan(460 * perPage - perPage)
    for (const page of [460, 461, 459]) expect(await passed(page)).toBeLessThan(1_000)
    expect(await passed(480)).toBeLessThan(1_000 + 20 * perPage)
  })

  test('neither skip nor repeat what stays where it is while others write, forwards and backwards', async () => {
    const expected = await sorted(order)
    const pages = [450, 451, 452, 453, 454]
    const stretch = expected.slice(449 * perPage, 454 * perPage)
    const gone: number[] = []
    for (const isForward of [true, false]) {
      wait(120)
      const walked: number[][] = []
      for (const page of isForward ? pages : pages.toReversed()) {
        walked.push(await pageOf(sort, page))
        // Some that come before, and the one that was read where the next page begins.
        const more = expected.slice(gone.length, gone.length + 30)
        await run(`update calls set deleted_at = now() where id in (${more.join()})`)
        gone.push(...more)
        wait(50)
      }
      expect((isForward ? walked : walked.toReversed()).flat()).toEqual(stretch)
      await run(`update calls set deleted_at = null where id in (${gone.join()})`)
    }
  })
})

test('G5: a far page goes on behind a record that is gone, or stands elsewhere', async () => {
  const expected = await sorted('code collate "und-x-icu", id')
  const stretch = expected.slice(449 * perPage, 453 * perPage)
  const read = [await pageOf('code', 450)]
  const change = (id: number | undefined, set: string) =>
    run(`update calls set ${set} where id = ${id}`)
  await change(read[0]?.at(-1), 'deleted_at = now()')
  read.push(await pageOf('code', 451))
  await change(read[1]?.at(-1), `code = 'a' || code`)
  read.push(await pageOf('code', 452))
  await change(read[2]?.at(-1), `code = 'z' || code`)
  read.push(await pageOf('code', 453))
  expect(read.flat()).toEqual(stretch)
  // Back again: what was read there, without the three.
  const left = stretch.filter((_, at) => ![49, 99, 149].includes(at))
  expect(await pageOf('code', 452)).toEqual(left.slice(97, 147))
  expect(await pageOf('code', 451)).toEqual(left.slice(47, 97))
  await change(read[0]?.at(-1), 'deleted_at = null')
  await change(read[1]?.at(-1), 'code = substr(code, 2)')
  await change(read[2]?.at(-1), 'code = substr(code, 2)')
})

describe('G5: a far page that was read a moment ago', () => {
  const order = 'code collate "und-x-icu", id'
  const make = (client: Client) =>
    client.make('/calls', { code: 'a', state: 'open', urgent: false })

  test.each([
    ['', 'true'],
    ['&urgent=false', 'not urgent'],
  ])(
    '%s is counted anew for who has written, and for everybody after a minute',
    async (filter, where) => {
      const before = await sorted(order, where)
      const read = (client: Client, page: number) => pageOf('code', page, filter, client)
      expect(await read(user, 450)).toEqual(pageIn(before, 450))
      await make(writer)
      const after = await sorted(order, where)
      expect(await read(user, 450)).toEqual(pageIn(before, 450))
      expect(await read(writer, 450)).toEqual(pageIn(after, 450))
      wait(1)
      // Of what that one has counted the others know.
      expect(await read(user, 451)).toEqual(pageIn(after, 451))
      await make(writer)
      wait(61)
      const last = await sorted(order, where)
      expect(await read(user, 455)).toEqual(pageIn(last, 455))
      await make(user)
      expect(await read(user, 455)).toEqual(pageIn(await sorted(order, where), 455))
    },
  )

  test('near the beginning, and near the end, is counted each time', async () => {
    for (const page of [399, 400]) await pageOf('code', page)
    const end = Math.ceil((await sorted('id')).length / perPage)
    for (const page of [end - 1, end]) await pageOf('code', page)
    await make(writer)
    const after = await sorted(order)
    for (const page of [399, end - 1, end]) {
      expect({ page, ids: await pageOf('code', page) }).toEqual({ page, ids: pageIn(after, page) })
    }
  })

  test('belongs to one filter, and to one order', async () => {
    for (const [filter, where] of [
      ['', 'true'],
      ['&urgent=false', 'not urgent'],
      ['&state=open,held', `state <> 'done'`],
    ] as const) {
      for (const [sort, by] of [
        ['code', order],
        ['-id', 'id desc'],
      ] as const) {
        const expected = await sorted(by, where)
        expect(await pageOf(sort, 480, filter)).toEqual(pageIn(expected, 480))
      }
    }
  })
})
