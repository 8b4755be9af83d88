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
export const perPage = 50

let server: TestServer
export let user: Client
export let writer: Client

export const run = (text: string) => sql.raw(text).execute(server.backend.database.sql)

const recounted = () =>
  server.backend.database.sql.transaction().execute((one) => recount(resources, one))

const title = `(select name from places p where p.id = t.place) collate "und-x-icu"`
const stateAt = `array_position(array['open','held','done'], state)`

/** An order as a list is asked for it, and as SQL has it. */
type ByOrder = [sort: string, order: string]

/** Each kind of value, one way. */
export const oneWay: ByOrder[] = [
  ['-id', 'id desc'],
  ['name', 'name collate "und-x-icu" nulls last, id'],
  ['-code', 'code collate "und-x-icu" desc, id desc'],
  ['weight', 'weight nulls last, id'],
  ['-seen_at', 'seen_at desc nulls last, id desc'],
  ['state,created_at', `${stateAt}, created_at, id`],
  ['-place', `${title} desc nulls last, place desc, created_at desc, id desc`],
]

/** The same the other way. */
export const otherWay: ByOrder[] = [
  ['id', 'id'],
  ['-name', 'name collate "und-x-icu" desc nulls last, id desc'],
  ['code', 'code collate "und-x-icu", id'],
  ['-weight', 'weight desc nulls last, id desc'],
  ['seen_at', 'seen_at nulls last, id'],
  ['state', `${stateAt}, created_at desc, id desc`],
  ['-state', `${stateAt} desc, created_at desc, id desc`],
  ['place', `${title} nulls last, place, created_at desc, id desc`],
]

/** Far from both ends: values end and begin between them. */
const far = [441, 442, 440, 500, 470, 471, 472, 540, 539, 441]

let now = Date.now()

export const wait = (seconds: number) => vi.setSystemTime((now += seconds * 1000))

export const sorted = (order: string, where?: string) => sortedCalls(server, order, where)

export async function pageOf(sort: string, page: number, more = '', client = user) {
  const query = `sort=${sort}&per_page=${perPage}&page=${page}${more}`
  return (await listCalls(client, query)).ids
}

export const pageIn = (ids: readonly number[], page: number) =>
  ids.slice((page - 1) * perPage, page * perPage)

/** Makes the records before the tests of a file, and has each test begin later than the one before. */
export function setUpFarCalls(): void {
  beforeAll(async () => {
    server = await createTestServer({ resources })
    const permissions = ['call.view', 'call.create', 'call.update', 'call.delete', 'place.view']
    user = await server.user(permissions)
    writer = await server.user(permissions)
    await run(
      `insert into places (name) values ('zebra'), ('Åland'), ('apple'), ('Zoo'), ('apple')`,
    )
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
  beforeEach(() => {
    // What an earlier test knows is older than anybody goes by.
    now += 300_000
    vi.useFakeTimers({ now, toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

export const testFarPages = (orders: readonly ByOrder[]) =>
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
