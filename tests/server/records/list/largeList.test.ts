import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { defineResource, defineResources, field, parseQuery, type User } from '#schema'

import { filteredInOrder } from '../../../../src/server/records/read/page/matchesInOrder.ts'
import {
  placeSql,
  upTo,
  walkIds,
  walkOf,
  type WalkPlace,
} from '../../../../src/server/records/read/page/walk.ts'
import { whereOf } from '../../../../src/server/records/read/where.ts'
import { recount } from '../../../../src/server/statistics/recount.ts'
import { listCalls, sortedCalls } from '../../../fixtures/calls.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'

const place = defineResource('places', {
  permission: 'place',
  fields: { name: field.text({ max: 40 }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
  options: { permission: 'options.places', fields: ['name'] },
})

const call = defineResource('calls', {
  permission: 'call',
  size: 'large',
  softDelete: true,
  fields: {
    name: field.text({ optional: true, index: true, search: true }),
    code: field.text({ index: true }),
    state: field.choice({ open: 'Open', held: 'Held', done: 'Done' }, { index: true }),
    urgent: field.boolean({ default: false, index: 'sparse' }),
    place: field.reference('places', { optional: true, covers: ['state'] }),
    seen_at: field.timestamp({ optional: true, index: 'sparse' }),
    note: field.text({ optional: true }),
    alias: field.text({ optional: true, search: true }),
    city: field.text({ optional: true, index: 'lookup' }),
    ticket: field.text({ optional: true, index: 'lookup', search: 'exact' }),
    marks: field.references('places'),
  },
  title: 'code',
  list: ['id', 'created_at', 'name', 'code', 'state', 'urgent', 'place', 'seen_at', 'note'],
  form: ['name', 'code', 'state', 'place', 'seen_at', 'note'],
  sort: '-created_at',
  sums: { calls: 'created_at' },
})

const resources = defineResources([place, call])
const count = 12_000

let server: TestServer
let user: Client

const run = (text: string) => sql.raw(text).execute(server.backend.database.sql)

beforeAll(async () => {
  server = await createTestServer({ resources })
  user = await server.user(['call.view', 'call.create', 'call.delete', 'place.view'])
  await run(
    `insert into places (name) values ('zebra'), ('Åland'), ('apple'), ('Zoo'), ('Éclair'), ('apple')`,
  )
  // Equal times, equal names, empty values, deleted records; the ids do not follow the time.
  await run(`
    insert into calls
      (name, code, state, urgent, place, seen_at, note, alias, city, ticket, created_at,
        deleted_at)
    select case when n % 5 > 0 then (array['Zoe','ada','Émile','Ada','émile','Bob'])[1 + n % 6] end,
      'c' || (n * 37 % 5000), (array['open','held','done'])[1 + n % 3], n % 50 = 0,
      case when n % 7 > 0 then 1 + n % 6 end,
      case when n % 10 = 0 then timestamptz '2026-01-01' + (n * 13 % 900) * interval '1 hour' end,
      'note ' || n % 100, case when n % 400 = 0 then 'Al-' || n % 3 end, 'City ' || n % 300,
      case when n % 4 = 0 then 'T-' || n % 3000 end,
      timestamptz '2026-02-01' + (n * 31 % 4000) * interval '7 minutes',
      case when n % 11 = 0 then now() end
    from generate_series(1, ${count}) n`)
  await run('analyze calls')
  await server.backend.database.sql.transaction().execute((one) => recount(resources, one))
}, 120_000)
afterAll(() => server.close())

const list = (query: string) => listCalls(user, query)
const sorted = (order: string, where?: string) => sortedCalls(server, order, where)

const title = `(select name from places p where p.id = t.place) collate "und-x-icu"`
const stateAt = `array_position(array['open','held','done'], state)`

const orders: [sort: string, order: string][] = [
  ['-created_at', 'created_at desc, id desc'],
  ['created_at', 'created_at, id'],
  ['id', 'id'],
  ['-id', 'id desc'],
  ['name', 'name collate "und-x-icu" nulls last, id'],
  ['-name', 'name collate "und-x-icu" desc nulls last, id desc'],
  ['code', 'code collate "und-x-icu", id'],
  ['seen_at', 'seen_at nulls last, id'],
  ['-seen_at', 'seen_at desc nulls last, id desc'],
  ['state', `${stateAt}, created_at desc, id desc`],
  ['-state', `${stateAt} desc, created_at desc, id desc`],
  ['state,created_at', `${stateAt}, created_at, id`],
  ['place', `${title} nulls last, place, created_at desc, id desc`],
  ['-place', `${title} desc nulls last, place desc, created_at desc, id desc`],
]

/** The first pages, some in the middle, those where values end and begin, the last one and one beyond. */
async function expectPages(sort: string, expected: readonly number[], filter = '') {
  const perPage = 50
  const last = Math.ceil(expected.length / perPage)
  for (const page of [1, 2, 21, 22, 41, 42, 44, 103, 175, 188, last - 1, last, last + 1]) {
    const { ids } = await list(`sort=${sort}&per_page=${perPage}&page=${page}${filter}`)
    const offset = (page - 1) * perPage
    expect({ page, ids }).toEqual({ page, ids: expected.slice(offset, offset + perPage) })
  }
}

describe('any page of a large list', () => {
  test.each(orders)(
    'sorted by %s is the one that sorting everything gives',
    async (sort, order) => {
      await expectPages(sort, await sorted(order))
    },
  )

  test('has an exact total, and follows what is written', async () => {
    const before = await sorted('created_at desc, id desc')
    expect(await list('page=1')).toMatchObject({ total: before.length, is: 'exact' })
    const { body } = await user.post('/calls', { code: 'new', state: 'open' })
    expect((await user.delete(`/calls/${before[5000]}`)).status).toBe(200)
    expect((await user.delete(`/calls/${before[8000]}`)).status).toBe(200)
    const after = [body.data.id, ...before.filter((_, at) => at !== 5000 && at !== 8000)]
    expect(await sorted('created_at desc, id desc')).toEqual(after)
    await expectPages('-created_at', after)
    await expectPages('created_at', after.toReversed())
    expect(await list('page=300')).toMatchObject({ total: after.length, is: 'exact' })
  })

  test.each([
    ['sort=-created_at', 'created_at desc, id desc'],
    ['sort=state', `${stateAt}, created_at desc, id desc`],
    ['sort=-seen_at', 'seen_at desc nulls last, id desc'],
  ])('that most match, by %s, is the one that sorting them gives', async (query, order) => {
    const filter = '&urgent=false'
    const expected = await sorted(order, 'not urgent')
    expect(expected.length).toBeGreaterThan(10_000)
    const [, sort = ''] = query.split('=')
    await expectPages(sort, expected, filter)
    const last = Math.ceil(expected.length / 50)
    expect(await list(`${query}&per_page=50&page=1${filter}`)).toMatchObject({ is: 'estimate' })
    expect(await list(`${query}&per_page=50&page=${last}${filter}`)).toMatchObject({
      total: expected.length,
      is: 'exact',
    })
  })
})

describe('a filter', () => {
  test.each([
    ['city=City 7', `city = 'City 7'`],
    ['city=City 7,City 8', `city in ('City 7', 'City 8')`],
    ['alias=Al-1', `alias = 'Al-1'`],
    ['alias=Al-1,Al-2', `alias in ('Al-1', 'Al-2')`],
    ['alias_contains=l-2', `alias ilike '%l-2%'`],
    ['name=Ada', `name = 'Ada'`],
    ['code=c37,c74', `code in ('c37', 'c74')`],
    ['urgent=true', 'urgent'],
    ['urgent=false&state=held&place=3', `not urgent and state = 'held' and place = 3`],
    ['seen_at_empty=false', 'seen_at is not null'],
    ['search=al-1', `alias ilike '%al-1%'`],
    ['search=da', `name = 'da'`],
    ['search=Bob', `name = 'Bob'`],
    ['search=mile al', `name ilike '%mile%' and alias ilike '%al%'`],
  ])('%s finds what it says', async (query, where) => {
    const expected = await sorted('id', where)
    const { ids, total, is } = await list(`${query.replaceAll(' ', '%20')}&sort=id&per_page=200`)
    expect({ ids, total, is }).toEqual({
      ids: expected.slice(0, 200),
      total: expected.length,
      is: 'exact',
    })
  })
})

describe('a word in millions of records', () => {
  // The sums say that there are as many.
  beforeAll(async () => {
    await run(`insert into calls (name, code, state, alias, created_at)
      select 'Rosalind', 'many', 'open', case when n % 20 = 0 then 'Mallory' else 'Malone' end,
        timestamptz '2026-02-01' + n * interval '2 minutes'
      from generate_series(1, 14000) n`)
    await counted()
    await run('update statistics set value = value * 500')
  })
  afterAll(async () => {
    await run(`delete from calls where code = 'many'`)
    await counted()
  })
  const everybody = { permissions: { has: () => true } } as unknown as User

  function walkBy(sort: string) {
    const query = parseQuery(call, everybody, { sort })
    return (
      walkOf({ backend: server.backend, resource: call, user: everybody, query }) ?? expect.fail()
    )
  }
  const counted = async () => {
    await run('analyze calls')
    await server.backend.database.sql.transaction().execute((one) => recount(resources, one))
  }

  test('G5: is looked for among the newest ones first, in the order of all', async () => {
    const expected = await sorted('created_at desc, id desc', `name = 'Bob'`)
    for (const [page, is] of [
      [1, 'estimate'],
      [2, 'estimate'],
      [100, 'exact'],
      [1, 'estimate'],
    ] as const) {
      const found = await list(`search=bob&per_page=10&page=${page}`)
      const ids = expected.slice(page * 10 - 10, page * 10)
      expect({ page, ...found }).toMatchObject({ page, ids, is })
      expect(found.total / expected.length).toBeCloseTo(1, is === 'exact' ? 9 : 0)
    }
    const { body } = await user.get('/search?text=bob')
    const [{ records, has_more }] = body.data
    const places = records.map(({ id }: { id: number }) => expected.indexOf(id))
    expect({ has_more, found: places.length }).toEqual({ has_more: true, found: 5 })
    // Among the newest: the highest numbers of all reach further back.
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...places)).toBeLessThan(150)
  })

  test('several words that many records have are looked for among the newest ones too', async () => {
    const expected = await sorted('created_at desc, id desc', `alias = 'Malone'`)
    const found = await list('search=malone%20rosalind&per_page=10&page=2')
    expect(found).toMatchObject({ ids: expected.slice(10, 20), is: 'estimate' })
    expect(found.total / expected.length).toBeCloseTo(1, 0)
    expect(await list('search=malone%20bob')).toMatchObject({ ids: [], total: 0, is: 'exact' })
  })

  test('so are several words of which few matches are expected, where enough are new', async () => {
    const expected = await sorted('created_at desc, id desc', `alias = 'Mallory'`)
    const found = await list('search=mallory%20rosalind&per_page=10')
    expect(found).toMatchObject({ ids: expected.slice(0, 10), is: 'estimate' })
    expect(found.total / expected.length).toBeCloseTo(1, 0)
  })

  test.each(orders.filter(([sort]) => !['-created_at', 'id', '-id'].includes(sort)))(
    'G5: is found in the order of %s as sorting all matches gives it',
    async (sort, order) => {
      const expected = await sorted(order, `alias = 'Malone'`)
      for (const page of [1, 3, 100]) {
        const { ids } = await list(`search=malone&sort=${sort}&per_page=50&page=${page}`)
        expect({ page, ids }).toEqual({ page, ids: expected.slice(page * 50 - 50, page * 50) })
      }
    },
  )

  test.each(orders.filter(([sort]) => !['-created_at', 'id', '-id'].includes(sort)))(
    'G5: is found among the first records in the order of %s, also when these have changed',
    async (sort, order) => {
      const check = async () => {
        const expected = await sorted(order, `alias = 'Malone'`)
        for (const page of [1, 2, 4]) {
          const { ids } = await list(`search=malone&sort=${sort}&per_page=2&page=${page}`)
          expect({ page, ids }).toEqual({ page, ids: expected.slice(page * 2 - 2, page * 2) })
        }
      }
      await check()
      const first = await sorted(order, `true`)
      // Those where the stretches end, and some that come before them.
      const changed = [1, 3_600, 7_200, 14_400].map((at) => first[at])
      const set = (text: string) =>
        run(`update calls set deleted_at = ${text} where id in (${changed.join()})`)
      await set('now()')
      await check()
      await set('null')
      await check()
    },
  )

  test('G5: a walk along an index ends where it may read no more, and goes on where the values end', async () => {
    const walked = async (sort: string, maxRead?: number) => {
      const walk = walkBy(sort)
      const where = sql<boolean>`t.deleted_at is null and t.code = 'many'`
      const stretch = { limit: 5, offset: 0, isReversed: false, ...(maxRead && { maxRead }) }
      return walkIds(walk, where, stretch, server.backend.database.sql)
    }
    for (const [sort, enough, tooFew] of [
      ['code', 30_000, 2_000],
      ['-state', 30_000, 7_000],
      // Of a thousand records with a value none matches, and of nine thousand with a place; those without one follow.
      ['seen_at', 13_000, 500],
      ['place', 30_000, 2_000],
    ] as const) {
      const found = await walked(sort)
      expect(found).toHaveLength(5)
      expect({ sort, ids: await walked(sort, enough) }).toEqual({ sort, ids: found })
      expect({ sort, ids: await walked(sort, tooFew) }).toEqual({ sort, ids: [] })
    }
  })

  test.each(orders.filter(([sort]) => !sort.endsWith('created_at') || sort.includes(',')))(
    'G5: a place in the order of %s has behind it what sorting gives behind it',
    async (sort, order) => {
      const walk = walkBy(sort)
      const ids = await sorted(order)
      for (const at of [0, 40, 4_999, 9_000, 9_900, 18_700, ids.length - 1]) {
        const { rows } = await sql<{ place: WalkPlace }>`
          select ${placeSql(walk)} as place from calls t where id = ${ids[at]}`.execute(
          server.backend.database.sql,
        )
        const { place } = rows[0] ?? expect.fail()
        const { rows: near } = await sql<{ id: number }>`
          select id from calls t where deleted_at is null and ${upTo(walk, place)}
          order by ${sql.raw(order)}`.execute(server.backend.database.sql)
        expect({ at, ids: near.map(({ id }) => id) }).toEqual({ at, ids: ids.slice(0, at + 1) })
      }
    },
  )

  test('several words are found by one look into the index of the search', async () => {
    const searched = { filter: {}, search: 'malone bob', looksIntoMasked: false }
    const everything = { permissions: { has: () => true } } as unknown as User
    const where = whereOf(call, everything, searched, true)
    const { sql: database } = server.backend.database
    const { rows } = await sql`explain (format json) select from calls t where ${where}`.execute(
      database,
    )
    const looks = JSON.stringify(rows).matchAll(/"calls_search_idx".*?"Index Cond":"(.*?)"[,}]/g)
    const [look, ...more] = [...looks].map(([, condition]) => condition)
    expect(more).toEqual([])
    expect(look).toMatch(/malone.*bob/)
  })

  test('the index of the search leads to the newest matches without the older ones', async () => {
    // What other tests have changed stands in the index twice until then.
    await run('vacuum calls')
    const { rows } = await run(`explain (analyze, format json)
      select from calls t where coalesce(t.name, '') || ' ' || coalesce(t.alias, '') ilike '%rosalind%'
        and array[(t.created_at at time zone 'UTC')::date] && '{2026-02-19,2026-02-20}'`)
    const [{ Plan: plan }] = (rows as any)[0]['QUERY PLAN']
    expect(plan.Plans[0]).toMatchObject({ 'Index Name': 'calls_search_idx' })
    expect(plan.Plans[0]['Actual Rows']).toBe(plan['Actual Rows'])
  })

  test('G5: a word that few records have is sorted by reading these, whatever the planner expects', async () => {
    const { rows } = await run(`select min(id) as least from calls where code = 'many'`)
    const { least } = rows[0] as { least: number }
    await run(`update calls set name = 'Rosa' where code = 'many' and id >= ${least + 30}`)
    const expected = await sorted('code collate "und-x-icu", id', `name = 'Rosalind'`)
    expect(await list('search=rosalind&sort=code')).toEqual({
      ids: expected.slice(0, 25),
      total: 30,
      is: 'exact',
    })
    await run(`update calls set name = 'Rosalind' where name = 'Rosa'`)
  })

  test.each(
    orders.filter(([sort]) => ['code', '-seen_at', '-state', 'place', 'id'].includes(sort)),
  )(
    'G5: a filter whose records are not soon met in the order of %s finds them where they stand',
    async (sort, order) => {
      const { backend } = server
      const expected = await sorted(order, `code = 'many' and alias = 'Malone'`)
      const where = sql<boolean>`t.deleted_at is null and t.code = 'many' and t.alias = 'Malone'`
      const query = parseQuery(call, everybody, { sort })
      const listing = {
        backend,
        resource: call,
        user: everybody,
        query,
        where,
        database: backend.database.sql,
        limit: 20,
        sums: undefined,
      }
      for (const offset of [0, 20, 300]) {
        const { ids } = await filteredInOrder(walkBy(sort), { ...listing, offset }, 1)
        expect({ offset, ids }).toEqual({ offset, ids: expected.slice(offset, offset + 20) })
      }
    },
  )

  test('G5: a filter whose records stand far away gives up after so many records, not after a time', async () => {
    const { backend } = server
    const expected = await sorted('code collate "und-x-icu", id', `code = 'many'`)
    const read: unknown[] = []
    const spied = backend.database.sql.withPlugin({
      transformQuery: ({ node, queryId }) => {
        const { parameters } = spied.getExecutor().compileQuery(node, queryId)
        read.push(...parameters)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const listing = {
      backend,
      resource: call,
      user: everybody,
      query: parseQuery(call, everybody, { sort: 'code' }),
      where: sql<boolean>`t.deleted_at is null and t.code = 'many'`,
      database: spied,
      limit: 1,
      offset: 0,
      sums: undefined,
    }
    const { ids } = await filteredInOrder(walkBy('code'), listing)
    expect(ids).toEqual(expected.slice(0, 1))
    expect(read).not.toContain('statement_timeout')
    const most = read.filter((one) => typeof one === 'number' && one >= 5_000 && one <= 50_000)
    expect(most.length).toBeGreaterThan(0)
  })

  test.each(
    orders.filter(([sort]) => ['created_at', 'code', '-seen_at', '-state', 'place'].includes(sort)),
  )(
    'G5: whose records stand together far away is found in the order of %s',
    async (sort, order) => {
      const ids = (await sorted(order)).slice(-2_400)
      await run(`create table aliases as select id, alias from calls where id = any('{${ids}}')`)
      await run(`update calls set alias = 'Zebulon' where id = any('{${ids}}')`)
      for (const page of [1, 2, 48, 49]) {
        const found = await list(`search=zebulon&sort=${sort}&per_page=50&page=${page}`)
        expect({ page, ...found }).toMatchObject({
          page,
          ids: ids.slice(page * 50 - 50, page * 50),
        })
      }
      await run(`update calls c set alias = a.alias from aliases a where a.id = c.id`)
      await run('drop table aliases')
    },
  )
})

describe('G13: a code that people look up', () => {
  test('is found whole, alone and beside other words, and in no part', async () => {
    const named = async (where: string) =>
      (await sorted('created_at desc, id desc', where)).slice(0, 25)
    expect((await list('search=T-4')).ids).toEqual(await named(`ticket = 'T-4'`))
    expect((await list('search=T-4%20ada')).ids).toEqual(
      await named(`ticket = 'T-4' and name ilike 'ada'`),
    )
    expect(await list('search=T-')).toMatchObject({ ids: [], total: 0 })
    const everywhere = async () => (await user.get('/search?text=T-4')).body.data[0]?.records[0]
    await expect.poll(everywhere).toMatchObject({ detail: 'T-4' })
  })

  test('costs the index of the search nothing', async () => {
    const { rows } = await run(
      `select indexdef from pg_indexes where tablename = 'calls' and indexdef like '%ticket%'`,
    )
    expect(rows).toEqual([{ indexdef: expect.stringMatching(/calls_ticket_idx .* btree/) }])
  })
})

describe('a sort that no index has', () => {
  test('B1: is answered for the names of what few records point at', async () => {
    await run(`insert into calls_marks (record_id, target_id)
      select id, case when n % 3 > 0 then 2 + m else 1 end from (
        select id, row_number() over (order by id) n from calls where city = 'City 7'
      ) calls, generate_series(0, 2) m where n % 4 > 0 on conflict do nothing`)
    const expected = await sorted(
      `(select string_agg(name, ', ' order by name collate "und-x-icu") collate "und-x-icu"
        from calls_marks join places p on p.id = target_id where record_id = t.id) nulls last, id`,
      `city = 'City 7'`,
    )
    expect(expected.length).toBeGreaterThan(30)
    expect((await list('city=City 7&sort=marks&per_page=100')).ids).toEqual(expected)
  })

  test('is refused with the reason where too many match', async () => {
    for (const sort of ['note', 'state,name', 'urgent']) {
      const { status, body } = await user.get(`/calls/search?sort=${sort}`)
      expect([status, body.message]).toEqual([
        400,
        `Too many records to sort by "${sort.replace(',', ', ')}": at most 10,000. Narrow the filter.`,
      ])
    }
  })

  test('is answered where few match', async () => {
    const expected = await sorted(
      `note desc nulls last, name collate "und-x-icu" nulls last, id`,
      `state = 'open'`,
    )
    const { ids, total, is } = await list('state=open&sort=-note,name&page=3&per_page=100')
    expect({ ids, total, is }).toEqual({
      ids: expected.slice(200, 300),
      total: expected.length,
      is: 'exact',
    })
  })
})

test('the first pages of a whole list are planned once, not at each request', async () => {
  // PostgreSQL keeps the plans of each connection, and another one may be lent to this test.
  await vi.waitFor(async () => {
    for (const sort of ['-created_at', 'name', 'state', '-seen_at']) {
      for (let times = 0; times < 3; times += 1) await user.get(`/calls/search?sort=${sort}`)
    }
    const { rows } = await run(`
      select generic_plans > 0 as is_planned_once, custom_plans::int from pg_prepared_statements
      where statement like '/* prepared variant */%from statistics where name = ''calls/day''%'`)
    expect(rows.length).toBeGreaterThanOrEqual(4)
    for (const row of rows) expect(row).toEqual({ is_planned_once: true, custom_plans: 0 })
  }, 30_000)
})

describe('a list of one value', () => {
  const values: [filter: string, where: string][] = [
    ['code=c37', `code = 'c37'`],
    ['code=nowhere', 'false'],
    ['ticket=T-400', `ticket = 'T-400'`],
    ['city=City 7', `city = 'City 7'`],
    ['name=Bob', `name = 'Bob'`],
    ['id=4711', 'id = 4711'],
  ]

  test.each(values)(
    'of few records or many, by %s, is that of all matches',
    async (filter, where) => {
      for (const [sort, order] of orders.slice(0, 6)) {
        const expected = await sorted(order, where)
        for (const page of [1, 2, 1, 60]) {
          const found = await list(`${filter}&sort=${sort}&page=${page}&per_page=15`)
          const ids = expected.slice(page * 15 - 15, page * 15)
          expect({ sort, page, ...found }).toMatchObject({
            sort,
            page,
            ids,
            total: expected.length,
          })
        }
      }
    },
  )

  test('is planned once for all values of which each has few records, and for no others', async () => {
    // PostgreSQL keeps the plans of each connection, and another one may be lent to this test.
    await vi.waitFor(async () => {
      for (const n of Array.from({ length: 12 }, (_, at) => at + 40)) {
        await list(`code=c${n}`)
        await list(`city=City ${n}`)
      }
      const { rows } = await run(`
        select custom_plans::int as custom, statement like '%"code"%=%' as of_code
        from pg_prepared_statements
        where statement like '%found as materialized%created_at" desc%' and statement ~ '"(code|city)"[^,]*='`)
      expect(rows).toEqual([{ custom: 5, of_code: true }])
    }, 30_000)
  })
})

test('B12: texts are sorted as people read them, on every database', async () => {
  const { body } = await server
    .user(['place.view'])
    .then((reader) => reader.get('/places/search?sort=name'))
  const names = body.data.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Åland', 'apple', 'apple', 'Éclair', 'zebra', 'Zoo'])
  const chooser = await server.user(['options.places'])
  const { body: options } = await chooser.get('/places/all')
  expect(options.data.map(({ name }: { name: string }) => name)).toEqual(names)
})
