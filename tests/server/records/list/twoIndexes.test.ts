import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { defineResource, defineResources, field, parseQuery, type User } from '#schema'

import { matchesInOrder } from '../../../../src/server/records/read/page/matchesInOrder.ts'
import { walkOf } from '../../../../src/server/records/read/page/walk.ts'
import { whereOf } from '../../../../src/server/records/read/where.ts'
import { recount } from '../../../../src/server/statistics/recount.ts'
import { createTestServer, type TestServer } from '../../../fixtures/server.ts'
import { spiedListOf } from './spiedList.ts'

const call = defineResource('calls', {
  permission: 'call',
  size: 'large',
  softDelete: true,
  fields: {
    name: field.text({ search: true, index: true }),
    code: field.text({ index: true }),
  },
  title: 'name',
  list: ['id', 'created_at', 'name', 'code'],
  form: ['name', 'code'],
  sort: '-created_at',
  sums: { calls: 'created_at' },
})
const resources = defineResources([call])

let server: TestServer

const run = (text: string) => sql.raw(text).execute(server.backend.database.sql)

beforeAll(async () => {
  server = await createTestServer({ resources })
  await run(`
    insert into calls (name, code, created_at, deleted_at)
    select (array['Silver','Gold','Ash','Birch','Wood'])[1 + n % 5] || ' '
        || (array['bridge','croft','mere','stead','thorpe','wick','ham'])[1 + n / 5 % 7], 'c' || n,
      timestamptz '2026-02-01' + n * interval '7 minutes', case when n % 11 = 0 then now() end
    from generate_series(1, 20000) n`)
  await run('analyze calls')
  await server.backend.database.sql.transaction().execute((one) => recount(resources, one))
  // The sums say that there are millions.
  await run('update statistics set value = value * 200')
  // Nothing is known of the texts: one record in 40,000 is expected to have two words.
  await run(`delete from pg_statistic where starelid = 'calls_search_idx'::regclass`)
}, 120_000)
afterAll(() => server.close())

test('G5: words and a place in an order are found by both indexes, however few the planner expects of the words', async () => {
  const { database } = server.backend
  const { page, looks } = await spiedList({ search: 'silver bridge', sort: 'code', per_page: '2' })
  const { rows } = await run(`select id from calls where deleted_at is null
    and name = 'Silver bridge' order by code collate "und-x-icu", id limit 2`)
  expect(page.data).toEqual(rows)
  const explained = await database.sql.transaction().execute(async (transaction) => {
    const [settings, look] = looks
    if (!settings || !look) return expect.fail('no look into two indexes')
    await transaction.executeQuery(CompiledQuery.raw(settings.text, [...settings.parameters]))
    const explain = CompiledQuery.raw(`explain (format json) ${look.text}`, [...look.parameters])
    return JSON.stringify((await transaction.executeQuery(explain)).rows)
  })
  expect(explained).toMatch(/"Node Type":"BitmapAnd".*"calls_search_idx".*"calls_code_idx"/)
})

test('G5: a word that is not frequent is looked for among the first records of an order, which are not read one by one', async () => {
  const { backend } = server
  const user = { permissions: { has: () => true } } as unknown as User
  const asked = parseQuery(call, user, { search: 'silver', sort: 'code' })
  const query = { ...asked, looksIntoMasked: false }
  const of = { backend, resource: call, user, query }
  const walk = walkOf(of) ?? expect.fail('no index has the order')
  const texts: string[] = []
  const spied = backend.database.sql.withPlugin({
    transformQuery: ({ node, queryId }) => {
      texts.push(backend.database.sql.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const where = whereOf(call, user, query, true)
  const page = { limit: 2, offset: 0, sums: undefined, expected: 5_000, isTold: true }
  const found = await matchesInOrder(walk, { ...of, ...page, where, database: spied })
  const { rows } = await run(`select id from calls where deleted_at is null
    and name like 'Silver %' order by code collate "und-x-icu", id limit 2`)
  expect(found?.ids.map((id) => ({ id }))).toEqual(rows)
  // The first records of an order say nothing of how many there are in all.
  expect(found?.total).toEqual({ count: 5_000, is: 'estimate' })
  expect(texts.filter((text) => text.includes('select * from "calls"'))).toEqual([])
})

/** A list as everybody may ask for it, and the statements of its first look into two indexes. */
async function spiedList(asked: Record<string, string>) {
  const { page, statements } = await spiedListOf(call, server)(asked)
  const looks = statements.filter(({ text }) => /set_config|found as materialized/.test(text))
  return { page: { data: page.data.map(({ id }) => ({ id })) }, looks }
}
