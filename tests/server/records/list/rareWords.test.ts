import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { defineResource, defineResources, field, type User } from '#schema'

import { prepareSearches } from '../../../../src/server/records/read/firstSearches.ts'
import {
  expectedMatches,
  rarestParts,
  type FragmentShares,
} from '../../../../src/server/records/read/fragmentShares.ts'
import { fragmentSharesOf } from '../../../../src/server/records/read/fragmentSample.ts'
import { whereOf } from '../../../../src/server/records/read/where.ts'
import { recount } from '../../../../src/server/statistics/recount.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { putClockBack } from '../../../fixtures/work/clock.ts'
import { spiedListOf } from './spiedList.ts'

const call = defineResource('calls', {
  permission: 'call',
  size: 'large',
  softDelete: true,
  fields: {
    name: field.text({ search: true, index: true }),
    town: field.text({ optional: true, search: true, readBy: 'call.town' }),
    code: field.text({ index: true, search: 'exact' }),
    state: field.choice({ open: 'Open', held: 'Held', lost: 'Lost' }, { index: true }),
  },
  title: 'name',
  list: ['id', 'created_at', 'name', 'town', 'code', 'state'],
  form: ['name', 'town', 'code', 'state'],
  sort: '-created_at',
  sums: { calls: 'created_at' },
})
const resources = defineResources([call])
const count = 30_000

let server: TestServer
let user: Client
let shares: FragmentShares

const run = (text: string) => sql.raw(text).execute(server.backend.database.sql)

/** Lets the sums say that there are millions, at once: a sample may be read meanwhile. */
const sayMillions = () =>
  server.backend.database.sql.transaction().execute(async (transaction) => {
    await recount(resources, transaction)
    await sql`update statistics set value = value * 500`.execute(transaction)
  })

beforeAll(async () => {
  server = await createTestServer({ resources })
  user = await server.user(['call.view', 'call.town'])
  // Names have few beginnings and few ends, so that one in 150 has both, and one in 1,050 a town as well.
  await run(`
    insert into calls (name, town, code, state, created_at, deleted_at)
    select (array['Silver','Gold','Ash','Birch','Émile-','Wood','Glen','Moor','North','Frost'])[1 + n % 10]
        || (array['ham','bridge','croft','mere','stead','thorpe','wick','sley','combe','gate','ridge',
          'hurst','shaw','burn','ford'])[1 + n / 10 % 15],
      case when n / 150 % 7 > 0 then 'Town ' || (n / 150 % 7) || ' of Silver' end, 'c' || n % 9000, (array['open','held','lost'])[1 + n % 7 % 3],
      timestamptz '2026-02-01' + (n * 31 % 9000) * interval '7 minutes',
      case when n % 11 = 0 then now() end
    from generate_series(1, ${count}) n`)
  await run('analyze calls')
  await sayMillions()
  await prepareSearches(server.backend)
  shares = fragmentSharesOf(server.backend, call) ?? expect.fail('the first search has no sample')
}, 120_000)
afterAll(() => server.close())

async function matching(where: string, order = 'created_at desc, id desc'): Promise<number[]> {
  const { rows } = await run(
    `select id from calls where deleted_at is null and ${where} order by ${order}`,
  )
  return rows.map((row) => (row as { id: number }).id)
}

const searches: [search: string, where: string][] = [
  ['silverbridge', `name ilike '%silverbridge%'`],
  ['verbri', `name ilike '%verbri%'`],
  ['SilverHam 3', `false`],
  ['silverham town', `name ilike '%silverham%' and town ilike '%town%'`],
  ['émile-ham', `name ilike '%émile-ham%'`],
  ['silver bridge', `name ilike '%bridge%' and (name ilike '%silver%' or town ilike '%silver%')`],
  ['frost-gate', 'false'],
  ['bridgesilver', 'false'],
  ['c37 moorwick', `code = 'c37' and name ilike '%moorwick%'`],
  ['c3', `code = 'c3'`],
]

test.each(searches)(
  'G5: rare words are found by their rarest parts: %s, in every order',
  async (search, where) => {
    for (const [sort, order] of [
      ['-created_at', 'created_at desc, id desc'],
      ['code', 'code collate "und-x-icu", id'],
      ['-name', 'name collate "und-x-icu" desc, id desc'],
    ] as const) {
      const expected = await matching(where, order)
      for (const page of [1, 2, 9]) {
        const path = `/calls/search?fields=id&per_page=20&sort=${sort}&page=${page}`
        const { body } = await user.get(`${path}&search=${encodeURIComponent(search)}`)
        const ids = body.data.map(({ id }: { id: number }) => id)
        expect({ sort, page, ids }).toEqual({
          sort,
          page,
          ids: expected.slice(page * 20 - 20, page * 20),
        })
      }
    }
  },
)

test('G5: the index is asked for the parts that few records have, and finds what the words say', async () => {
  const everybody = { permissions: { has: () => true } } as unknown as User
  const query = { filter: {}, search: 'silverbridge town', looksIntoMasked: false }
  const { sql: database } = server.backend.database
  const found = async (one: object) => {
    const where = whereOf(call, everybody, { ...query, ...one }, true)
    const { rows } = await sql`select id from calls t where ${where} order by id`.execute(database)
    return { rows, asked: where.compile(database).parameters }
  }
  const [whole, narrowed] = [await found({}), await found({ shares })]
  expect(narrowed.rows).toEqual(whole.rows)
  expect(whole.rows.length).toBeGreaterThan(50)
  expect(narrowed.asked.slice(0, 2)).toEqual([
    expect.stringMatching(/^%(erb|rbr)%$/),
    expect.stringMatching(/^%...%$/),
  ])
})

test('G5: what the index of the search finds is compared with the words, and with no part of them again', async () => {
  const everybody = { permissions: { has: () => true } } as unknown as User
  const query = { filter: {}, search: 'silverbridge town', looksIntoMasked: false, shares }
  const where = whereOf(call, everybody, query, true)
  const { rows } = await sql`explain (format json) select id from calls t where ${where}`.execute(
    server.backend.database.sql,
  )
  const [, recheck] = /"Recheck Cond":"(.*?)"[,}]/.exec(JSON.stringify(rows)) ?? []
  const [, filter] = /"Filter":"(.*?)"[,}]/.exec(JSON.stringify(rows)) ?? []
  expect(recheck).toMatch(/'%(erb|rbr)%'/)
  expect(filter).toMatch(/'%silverbridge%'.*'%town%'/)
  expect(filter).not.toMatch(/'%\w{3}%'/)
})

test('H2: a search tells nothing of how often its words stand where its user may not look', async () => {
  const other = await server.user(['call.view'])
  const search = async (word: string) =>
    (await other.get(`/calls/search?fields=id&per_page=20&search=${word}`)).body
  expect(await search('town')).toMatchObject({ data: [], meta: { total: 0, total_is: 'exact' } })
  const silver = (await matching(`name ilike '%silver%'`)).length
  // A few in a hundred more are an estimate by the names alone; of names and towns there are ten times as many.
  expect((await search('silver')).meta.total / silver).toBeCloseTo(1, 0)
})

test('a sample says how many records have all words, and which parts of a word are rare', () => {
  for (const [search, matches] of [
    ['silverbridge', count / 150],
    ['moorwick town', (count / 150) * (6 / 7)],
    ['ridge', count * (2 / 15)],
  ] as const) {
    const expected = expectedMatches(shares, search)
    expect({ search, share: expected / matches }).toMatchObject({
      search,
      share: expect.closeTo(1, 0),
    })
  }
  expect(expectedMatches(shares, 'nowhere')).toBeLessThan(5)
  expect(rarestParts(shares, 'silverbridge')?.[0]).toMatch(/^(erb|rbr)$/)
  expect(rarestParts(shares, 'a-b')).toBeUndefined()
})

test('G5: of the parts of a word those are taken that leave few others, where others are not left out by another word', () => {
  const texts = (from: number, to: number) =>
    Uint32Array.from({ length: to - from }, (_, at) => from + at)
  const textsByThree = new Map([
    ['abc', texts(0, 100)],
    ['bcd', texts(50, 200)],
    ['cde', texts(90, 290)],
    ['xyz', texts(0, 1)],
  ])
  const sampled = { records: 100_000, sampled: 1_000, textsByThree }
  expect(rarestParts(sampled, 'ABCDE')).toEqual(['abc', 'cde'])
  expect(rarestParts(sampled, 'abcde', 'abcde xyz')).toEqual(['abc'])
  expect(rarestParts(sampled, 'abcq')).toEqual(['bcq'])
})

test('G5: a search of rare words is planned once, whatever the words are', async () => {
  // Of some words one part is rare enough, of others it takes two.
  const names = ['silver', 'gold', 'ash', 'birch', 'wood', 'glen', 'moor', 'north', 'frost']
  // PostgreSQL keeps the plans of each connection, and another one may be lent to this test.
  await vi.waitFor(async () => {
    for (const name of [...names, ...names]) {
      await user.get(`/calls/search?fields=id&search=${name}bridge+town`)
    }
    const { rows } = await run(`
      select custom_plans::int as custom, generic_plans > 0 as is_planned_once from pg_prepared_statements
      where statement like '/* prepared search */%' order by generic_plans desc limit 1`)
    // Of five searches each was planned by itself, of all others on this connection none.
    expect(rows).toEqual([{ custom: 5, is_planned_once: true }])
  }, 30_000)
})

test('an old sample serves the search that finds it old, and is read anew after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
  try {
    expect(fragmentSharesOf(server.backend, call)).toBe(shares)
    const read = () => expect(fragmentSharesOf(server.backend, call)).not.toBe(shares)
    await vi.waitFor(read, { timeout: 45_000 })
    expect(fragmentSharesOf(server.backend, call)?.records).toBe(shares.records)
  } finally {
    vi.useRealTimers()
  }
})

test('small tables, and a database that is closed, are searched without a sample', async () => {
  const small = await createTestServer({ resources })
  await small.backend.database.sql
    .insertInto('calls')
    .values({ name: 'A', code: 'a', state: 'open' })
    .execute()
  await prepareSearches(small.backend)
  expect(fragmentSharesOf(small.backend, call)).toBeUndefined()
  await small.close()
  await expect(prepareSearches(small.backend)).resolves.toBeUndefined()
})

test('what many have is found among the newest, where the very newest are a file of others', async () => {
  await run(`insert into calls (name, code, state, created_at)
    select 'Somebody else', 'o' || n, 'open', timestamptz '2026-06-01' from generate_series(1, 800) n`)
  await server.backend.database.sql.transaction().execute((one) => recount(resources, one))
  await run('update statistics set value = value * 500')
  const expected = await matching(`name ilike '%silverbridge%'`)
  const { body } = await user.get('/calls/search?fields=id&per_page=2&search=silverbridge')
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual(expected.slice(0, 2))
  expect(body.meta.total_is).toBe('estimate')
})

test('what is created just now is found first, though the days before are remembered', async () => {
  const search = async () =>
    (await user.get('/calls/search?fields=id&per_page=2&search=silverbridge')).body
  const before = await search()
  await run(`insert into calls (name, code, state) values ('Silverbridge', 'new', 'open')`)
  const [{ id }] = (await run('select max(id) as id from calls')).rows as [{ id: number }]
  const after = await search()
  expect(after.data.map((one: { id: number }) => one.id)).toEqual([id, before.data[0].id])
  expect(after.meta.total_is).toBe('estimate')
})

test('G5: of what many have no more of the newest ones are read than a page needs', async () => {
  const { backend } = server
  // Ten of them a day: one in fifty of all are those of 45 days.
  await run(
    `update calls set created_at = timestamptz '2020-01-01' + (id * 7919 % 9000) * interval '6 hours'`,
  )
  await sayMillions()
  // The counts by the day are remembered for a minute, also when the clock is put back meanwhile.
  putClockBack(61_000)
  const { page, statements } = await spiedList({ search: 'bridge', per_page: '1' })
  vi.restoreAllMocks()
  const read = statements
    .filter(({ text }) => text.includes('found as materialized'))
    .flatMap(({ parameters }) => parameters.flatMap((one) => (Array.isArray(one) ? one : [])))
  const [newest] = await matching(`name ilike '%bridge%'`)
  expect(page).toMatchObject({ data: [{ id: newest }], meta: { total_is: 'estimate' } })
  expect(read.length).toBeGreaterThan(0)
  expect(read.length).toBeLessThan(15)
  const sampled = fragmentSharesOf(backend, call) ?? expect.fail()
  expect(page.meta.total).toBe(expectedMatches(sampled, 'bridge'))
})

test('G5: what many have is met along the index of an order, without a look into that of the search', async () => {
  const { page, statements } = await spiedList({ search: 'silver', sort: 'code', per_page: '1' })
  const expected = await matching(
    `(name ilike '%silver%' or town ilike '%silver%')`,
    'code collate "und-x-icu", id',
  )
  expect(page.data.map(({ id }) => id)).toEqual(expected.slice(0, 1))
  expect(page.meta.total_is).toBe('estimate')
  expect(statements.filter(({ text }) => text.includes('found as materialized'))).toEqual([])
})

test.each([
  ['-created_at', 'created_at desc, id desc'],
  ['code', 'code collate "und-x-icu", id'],
])(
  'G5: what many have is looked for, by %s, among the few that filters let in, which an index tells',
  async (sort, order) => {
    const { backend } = server
    await run('vacuum analyze calls')
    const days = { created_at_from: '2020-03-01', created_at_to: '2020-03-31' }
    const filter = { state: 'held', ...days }
    for (const page of ['1', '2', '50']) {
      const asked = { search: 'silver', ...filter, sort, page, per_page: '20' }
      const { page: found, statements } = await spiedList(asked)
      const expected = await matching(
        `(name ilike '%silver%' or town ilike '%silver%') and state = 'held'
          and created_at >= '2020-03-01' and created_at < '2020-04-01'`,
        order,
      )
      expect(expected.length).toBeGreaterThan(40)
      const from = 20 * Number(page) - 20
      expect(found.data.map(({ id }) => id)).toEqual(expected.slice(from, from + 20))
      expect(found.meta).toMatchObject({ total: expected.length, total_is: 'exact' })
      const look = statements.find(({ text }) => text.includes('found as materialized'))
      const { rows } = await backend.database.sql.executeQuery(
        CompiledQuery.raw(`explain (format json) ${look?.text}`, [...(look?.parameters ?? [])]),
      )
      expect(JSON.stringify(rows)).toMatch(/"Node Type":"Index Only Scan"[^}]*calls_state_idx/)
      expect(JSON.stringify(rows)).not.toContain('calls_search_idx')
    }
  },
)

test('G5: what many have is found where filters let in more than the planner expects', async () => {
  // Values that go together.
  await run(`insert into calls (name, town, code, state, created_at)
    select 'Silvermint', 'Mint', 'mint', 'lost', timestamptz '2026-07-01' + n * interval '1 minute'
    from generate_series(1, 6000) n`)
  await run('analyze calls')
  const expected = await matching(`code = 'mint'`)
  const asked = { search: 'silver', name: 'Silvermint', town: 'Mint', code: 'mint', state: 'lost' }
  const looks: number[] = []
  for (let times = 0; times < 2; times += 1) {
    const { page, statements } = await spiedList({ ...asked, per_page: '20' })
    expect(page.data.map(({ id }) => id)).toEqual(expected.slice(0, 20))
    looks.push(statements.filter(({ text }) => text.includes('filtered as materialized')).length)
  }
  // What was found out is remembered.
  expect(looks).toEqual([1, 0])
})

const spiedList = (asked: Record<string, string>) => spiedListOf(call, server)(asked)
