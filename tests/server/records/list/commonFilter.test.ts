import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  defineResource,
  defineResources,
  field,
  parseQuery,
  type Resource,
  type User,
} from '#schema'

import { listRecords } from '../../../../src/server/records/read/list.ts'
import { walkIds, walkOf } from '../../../../src/server/records/read/page/walk.ts'
import { whereOf } from '../../../../src/server/records/read/where.ts'
import { recount } from '../../../../src/server/statistics/recount.ts'
import { listCalls, sortedCalls } from '../../../fixtures/calls.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { entriesPassed } from './spiedList.ts'

const byTime = { by: 'created_at' } as const

const call = defineResource('calls', {
  permission: 'call',
  size: 'large',
  softDelete: true,
  fields: {
    code: field.text({ index: true, search: true }),
    state: field.choice({ open: 'Open', held: 'Held' }, { index: true }),
    seen_at: field.timestamp({ optional: true, index: 'sparse' }),
    is_trial: field.boolean({ default: false, index: 'sparse' }),
    urgent: field.boolean({ default: false, index: 'sparse' }),
  },
  title: 'code',
  list: ['id', 'created_at', 'code', 'state', 'seen_at', 'is_trial', 'urgent'],
  form: ['code', 'state', 'is_trial', 'urgent'],
  filter: { is_trial: false },
  sort: '-created_at',
  sums: {
    calls: 'created_at',
    trial_calls: { ...byTime, where: { is_trial: true } },
    urgent_calls: { ...byTime, where: { urgent: true } },
  },
})
const visit = defineResource('visits', {
  permission: 'visit',
  size: 'large',
  fields: {
    place: field.text(),
    left_at: field.timestamp({ optional: true, index: 'sparse' }),
  },
  title: 'place',
  list: ['id', 'created_at', 'place', 'left_at'],
  form: ['place'],
  sort: '-created_at',
})
const resources = defineResources([call, visit])
const count = 12_000

let server: TestServer
let user: Client

const run = (text: string) => sql.raw(text).execute(server.backend.database.sql)

beforeAll(async () => {
  server = await createTestServer({ resources })
  user = await server.user(['call.view', 'call.create', 'call.update', 'call.delete', 'visit.view'])
  // The ids do not follow the time, trials stand anywhere, and most calls are urgent.
  await run(`
    insert into calls (code, state, seen_at, is_trial, urgent, created_at, deleted_at)
    select 'c' || (n * 37 % 5000), (array['open','held'])[1 + n % 2],
      case when n % 9 = 0 then timestamptz '2026-01-01' + (n * 13 % 900) * interval '1 hour' end,
      n * 7 % 50 = 0, n % 20 > 0, timestamptz '2026-02-01' + (n * 31 % 4000) * interval '7 minutes',
      case when n % 11 = 0 then now() end
    from generate_series(1, ${count}) n`)
  await run('analyze calls')
  await server.backend.database.sql.transaction().execute((one) => recount(resources, one))
}, 120_000)
afterAll(() => server.close())

const list = (query: string) => listCalls(user, query)
const sorted = (order: string, where?: string) => sortedCalls(server, order, where)

const stateAt = `array_position(array['open','held'], state)`

const orders: [sort: string, order: string][] = [
  ['-created_at', 'created_at desc, id desc'],
  ['created_at', 'created_at, id'],
  ['id', 'id'],
  ['-code', 'code collate "und-x-icu" desc, id desc'],
  ['state', `${stateAt}, created_at desc, id desc`],
  ['-seen_at', 'seen_at desc nulls last, id desc'],
]

describe('a list without the few that have sums of their own', () => {
  test.each(orders)(
    'G5: by %s has any page that sorting everything gives, and an exact total',
    async (sort, order) => {
      const expected = await sorted(order, 'not is_trial')
      expect(expected.length).toBeGreaterThan(10_000)
      const last = Math.ceil(expected.length / 50)
      for (const page of [1, 2, 21, 42, 103, 188, last - 1, last, last + 1]) {
        const found = await list(`is_trial=false&sort=${sort}&per_page=50&page=${page}`)
        const ids = expected.slice(page * 50 - 50, page * 50)
        expect({ page, ...found }).toEqual({ page, ids, total: expected.length, is: 'exact' })
      }
    },
  )

  test('G5: follows what is written', async () => {
    const before = await sorted('created_at desc, id desc', 'not is_trial')
    const calls = [{ is_trial: true }, { is_trial: false }, {}].map((one) =>
      user.post('/calls', { code: 'new', state: 'open', ...one }),
    )
    for (const { status } of await Promise.all(calls)) expect(status).toBe(201)
    const [trial] = await sorted('id', 'is_trial')
    const { body } = await user.get(`/calls/${before[5000]}`)
    const { version } = body.data
    const edited = await user.put(`/calls/${before[5000]}`, { is_trial: true, version })
    expect([edited.status, (await user.delete(`/calls/${trial}`)).status]).toEqual([200, 200])
    const after = await sorted('created_at desc, id desc', 'not is_trial')
    expect(after).toHaveLength(before.length + 1)
    for (const page of [1, 100, 150, 213]) {
      const found = await list(`is_trial=false&per_page=50&page=${page}`)
      const ids = after.slice(page * 50 - 50, page * 50)
      expect({ page, ...found }).toEqual({ page, ids, total: after.length, is: 'exact' })
    }
  })

  test('G5: reaches its end where it is longer than what may be passed', async () => {
    await run(`update statistics set value = value * 500 where name in ('calls', 'calls/day')`)
    const far = await list('is_trial=false&sort=code&per_page=50&page=100000')
    expect(far.total).toBeGreaterThan(5_000_000)
    const last = Math.ceil(far.total / 50)
    const { ids } = await list(`is_trial=false&sort=code&per_page=50&page=${last}`)
    const end = await sorted('code collate "und-x-icu", id', 'not is_trial')
    expect(ids).toEqual(end.slice(-ids.length))
    await server.backend.database.sql.transaction().execute((one) => recount(resources, one))
  })

  test.each([
    ['is_trial=true', 'is_trial'],
    ['urgent=false', 'not urgent'],
    ['is_trial=false&state=held', `not is_trial and state = 'held'`],
    ['is_trial=false&urgent=false', 'not is_trial and not urgent'],
    ['is_trial=true,false', 'true'],
  ])('a list by %s, that the sums do not count, is that of all matches', async (filter, where) => {
    const expected = await sorted('code collate "und-x-icu", id', where)
    for (const page of [1, 3]) {
      const { ids } = await list(`${filter}&sort=code&per_page=50&page=${page}`)
      expect({ page, ids }).toEqual({ page, ids: expected.slice(page * 50 - 50, page * 50) })
    }
  })
})

describe('a far page', () => {
  /** The plan of the statement that reads a stretch of a walk. */
  async function passedBy(resource: Resource, asked: { sort: string }, offset: number) {
    const statements: CompiledQuery[] = []
    await walked(resource, asked, { offset, limit: 50 }, statements)
    return planOf((statements.at(-1)?.sql ?? '').replaceAll(/\$\d+/g, 'false'))
  }

  /** The ids of a stretch, and the statements that read it. */
  async function walked(
    resource: Resource,
    asked: { sort: string },
    stretch: { offset: number; limit: number },
    statements: CompiledQuery[],
  ) {
    const { backend } = server
    const { sql: database } = backend.database
    const everybody = { permissions: { has: () => true } } as unknown as User
    const query = parseQuery(resource, everybody, asked)
    const walk = walkOf({ backend, resource, user: everybody, query }) ?? expect.fail()
    const where = whereOf(resource, everybody, { ...query, looksIntoMasked: false }, true)
    const spied = database.withPlugin({
      transformQuery: ({ node, queryId }) => {
        statements.push(database.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    return walkIds(walk, where, { ...stretch, isReversed: false }, spied)
  }

  async function planOf(statement: string): Promise<string> {
    const { sql: database } = server.backend.database
    return database.transaction().execute(async (transaction) => {
      // The table is small: it would be read and sorted.
      for (const one of ['seqscan', 'bitmapscan', 'sort']) {
        await sql.raw(`set local enable_${one} = off`).execute(transaction)
      }
      const { rows } = await sql.raw(`explain (format json) ${statement}`).execute(transaction)
      return JSON.stringify(rows)
    })
  }

  test.each(orders)(
    'G5: of the list as it opens is counted along an index of the order %s, which tells the filter too',
    async (_sort, order) => {
      await run('vacuum analyze calls')
      const [condition, by] = order.startsWith('array_position')
        ? [`state = 'held'`, 'created_at desc, id desc']
        : [order.startsWith('seen_at') ? 'seen_at is not null' : 'true', order]
      const plan = await planOf(`
        select id from calls t where deleted_at is null and is_trial = false and ${condition}
        order by ${by.replace(' nulls last', '')} limit 50 offset 600`)
      // A far page by time is found by its quarter of an hour.
      expect(plan).toContain(order.startsWith('created_at') ? 'Index Scan' : 'Index Only Scan')
    },
  )

  test.each([
    ['state', stateAt, 8_000],
    ['-state', `${stateAt} desc`, 8_000],
    ['seen_at', 'seen_at nulls last', 3_000],
  ])('G5: by %s passes no entry of an index twice', async (sort, order, offset) => {
    await run('vacuum analyze calls')
    const statements: CompiledQuery[] = []
    const ids = await walked(call, { sort }, { offset, limit: 50 }, statements)
    const expected = await sorted(
      `${order}, ${sort === 'seen_at' ? 'id' : 'created_at desc, id desc'}`,
    )
    expect(ids).toEqual(expected.slice(offset, offset + 50))
    const spied = statements.map(({ sql: text, parameters }) => ({ text, parameters }))
    const passed = await entriesPassed(server, spied, 'calls')
    expect(passed).toBeGreaterThan(offset)
    expect(passed).toBeLessThan(offset * 1.1 + 50)
  })

  test('G5: of records without a value is found along one index, without a look at those before', async () => {
    await run(`update calls set seen_at = null where id % 5 > 0`)
    await run('vacuum analyze calls')
    const asked = { sort: 'seen_at', is_trial: 'false' }
    const passed = await passedBy(call, asked, 4_000)
    expect(passed).toContain('"Index Name":"calls_id_idx"')
    expect(passed).not.toContain('SubPlan')
    expect(passed).not.toMatch(/"Node Type":"(Index|Seq) Scan"/)
    for (const [sort, order] of [
      ['seen_at', 'seen_at nulls last, id'],
      ['-seen_at', 'seen_at desc nulls last, id desc'],
    ] as const) {
      const expected = await sorted(order, 'not is_trial')
      for (const page of [60, 100, 150, 200, 214]) {
        const { ids } = await list(`is_trial=false&sort=${sort}&per_page=50&page=${page}`)
        expect({ page, ids }).toEqual({ page, ids: expected.slice(page * 50 - 50, page * 50) })
      }
    }
  })

  test('G5: of records without a value, where few have one and none is deleted, is found by the key', async () => {
    await run(`insert into visits (place, left_at)
      select 'Hall ' || n, case when n % 40 = 0 then now() + n * interval '1 minute' end
      from generate_series(1, 4000) n`)
    await run('vacuum analyze visits')
    const passed = await passedBy(visit, { sort: 'left_at' }, 2_000)
    expect(passed).toContain('"Index Name":"visits_pkey"')
    expect(passed).not.toMatch(/"Node Type":"(Index|Seq) Scan"/)
    const { rows } = await run('select id from visits order by left_at nulls last, id offset 3000')
    const { body } = await user.get('/visits/search?sort=left_at&page=31&per_page=100')
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
      rows.slice(0, 100).map((row) => (row as { id: number }).id),
    )
  })
})

test.each([
  ['', 'true'],
  ['false', 'not is_trial'],
])(
  'G5: a far page with trials "%s" is one statement for ids and length, and one for rows',
  async (is_trial, where) => {
    const asked = { sort: 'code', per_page: '50', page: '30', ...(is_trial && { is_trial }) }
    await spiedList(asked)
    const { statements, page } = await spiedList(asked)
    const counts = statements.map(({ sql: text }) => text.includes('from statistics'))
    expect(counts).toEqual([true, false])
    const { length } = await sorted('id', where)
    expect(page.meta).toMatchObject({ total: length, total_is: 'exact' })
  },
)

test('G5: a far page by time is one statement for every page, which is prepared', async () => {
  const textsOf = async (page: string) => {
    const { statements } = await spiedList({ is_trial: 'false', per_page: '50', page })
    return statements.map(({ sql: text }) => text).filter((text) => text.includes('with days as'))
  }
  const texts = await textsOf('50')
  expect(texts).toEqual([expect.stringMatching(/^\/\* prepared variant \*\//)])
  expect(await textsOf('61')).toEqual(texts)
})

/** A list as everybody may ask for it, and the statements that it took. */
async function spiedList(asked: Record<string, string>) {
  const { backend } = server
  const { sql: database } = backend.database
  const everybody = { permissions: { has: () => true } } as unknown as User
  const statements: CompiledQuery[] = []
  const spied = database.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(database.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const query = parseQuery(call, everybody, { fields: 'id', ...asked })
  const admitted = { ...query, looksIntoMasked: false }
  return { page: await listRecords(backend, call, everybody, admitted, spied), statements }
}

describe('a word whose records stand far away in an order', () => {
  beforeAll(async () => {
    await run(`insert into calls (code, state, created_at)
      select case when n % 3 > 0 then 'zebulon ' || n else 'zo ' || n end, 'open',
        timestamptz '2026-02-01' + (n * 31 % 4000) * interval '7 minutes'
      from generate_series(1, 3600) n`)
    await run('vacuum analyze calls')
    await server.backend.database.sql.transaction().execute((one) => recount(resources, one))
    // The sums say that there are many.
    await run('update statistics set value = value * 20')
  })

  test('G5: is found by the index of the order, and by no smaller one of all records', async () => {
    const { ids, plan } = await planOfSearch('zebulon', 'code')
    const expected = await sorted('code collate "und-x-icu", id', `code like 'zebulon%'`)
    expect(ids).toEqual(expected.slice(0, 5))
    expect(plan).toContain('BitmapAnd')
    expect(plan).toContain('"Index Name":"calls_code_idx"')
    expect(plan).not.toContain('"Index Name":"calls_id_idx"')
  })

  /** A search, and the plan of its last look for ids, with the settings that it had. */
  async function planOfSearch(search: string, sort: string) {
    const { sql: database } = server.backend.database
    const { page, statements } = await spiedList({ search, sort, per_page: '5' })
    const look = statements.findLast((one) => one.sql.includes('found as materialized'))
    const settings = statements.findLast((one) => one.sql.includes('set_config'))
    if (!look || !settings) return expect.fail('nothing was looked for by two indexes')
    const plan = await database.transaction().execute(async (transaction) => {
      await transaction.executeQuery(settings)
      const explained = { ...look, sql: `explain (format json) ${look.sql}` }
      return JSON.stringify((await transaction.executeQuery(explained)).rows)
    })
    return { ids: page.data.map(({ id }) => id), plan }
  }
})
