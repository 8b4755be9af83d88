import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { countCap } from '#schema'

import type { Sql } from '../../../src/server/kernel/database.ts'
import { listKinds } from '../../../src/server/notifications/noticeKinds.ts'
import { notify } from '../../../src/server/notifications/notify.ts'
import { readUnread } from '../../../src/server/notifications/unread.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let ada: Client

const many = 5_000

/** Messages of other things, all of the last minutes. */
const fill = (count: number, readAt: string) =>
  sql`
    insert into notifications ("user", event, title, message, resource, record_id, read_at)
    select ${ada.id}, 'kettle_boils', 'Tea', 'is ready', 'jobs', n, ${readAt}::timestamptz
    from generate_series(1, ${count}::int) n`.execute(server.backend.database.sql)

beforeAll(async () => {
  server = await createTestServer({})
  ada = await server.user(['audit.view', 'user.profile.notification.view'])
  await fill(many, '2026-01-01')
  await sql`analyze notifications`.execute(server.backend.database.sql)
})
afterAll(() => server.close())

/** How many rows of notifications the statements of some work look at, each run again. */
async function rowsRead(work: (database: Sql) => Promise<unknown>): Promise<number> {
  const { sql: database } = server.backend.database
  const plans: CompiledQuery[] = []
  const spied = database.withPlugin({
    transformQuery: ({ node, queryId }) => {
      plans.push(spied.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await work(spied)
  let read = 0
  for (const { sql: text, parameters } of plans) {
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters])
    read += readIn((await database.executeQuery(explain)).rows)
  }
  return read
}

type Node = Readonly<Record<string, unknown>>

function readIn(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0
  const inside = Object.values(plan).reduce<number>((sum, one) => sum + readIn(one), 0)
  const node = plan as Node
  const isRead = node['Relation Name'] === 'notifications' && node['Node Type'] !== 'ModifyTable'
  const rows = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)
  return isRead ? inside + rows * Number(node['Actual Loops']) : inside
}

const about = { resource: 'jobs', id: many + 1 }
const tell = (onceSince?: string) => (database: Sql) =>
  notify(database, {
    event: 'kettle_boils',
    title: 'Tea',
    message: 'is ready',
    about,
    to: { permission: 'audit.view' },
    ...(onceSince && { onceSince }),
  })

it('is told of something more without a look at what else they were told', async () => {
  expect(await rowsRead(tell())).toBeLessThan(10)
  expect(await rowsRead(tell('-infinity'))).toBeLessThan(10)
})

it('has the kinds of it listed without a look at each', async () => {
  expect(await rowsRead((one) => listKinds(one, ada.id))).toBeLessThan(10)
  const { sql: database } = server.backend.database
  expect(await listKinds(database, ada.id)).toEqual([
    { event: 'kettle_boils', title: 'Tea', is_quiet: false },
  ])
})

it('has the bell filled without a look at what they have read, and counted as far as lists are', async () => {
  const { sql: database } = server.backend.database
  expect(await rowsRead((one) => readUnread(one, ada.id))).toBeLessThan(10)
  await fill(countCap + 10, 'infinity')
  await sql`update notifications set read_at = null where read_at = 'infinity'`.execute(database)
  const bell = await readUnread(database, ada.id)
  expect([bell.notifications.length, bell.total_notifications]).toEqual([3, countCap])
})
