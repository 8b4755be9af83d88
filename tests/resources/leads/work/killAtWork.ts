import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect } from 'vitest'

import { business } from '../../../../resources/index.server.ts'
import { lead } from '../../../../resources/leads/lead/lead.ts'
import type { Database } from '../../../../src/server/kernel/database.ts'
import { countCreated, recount } from '../../../../src/server/statistics/recount.ts'
import { createPostgresDatabase } from '../../../fixtures/database.ts'
import { kill } from '../../../fixtures/work/killing.ts'
import { call, download, startConsole, type RunningConsole } from '../../../fixtures/process.ts'
import {
  ask,
  beginAsking,
  importOf,
  settingsOf,
  untilEnded,
  type Asking,
  type Order,
} from './askedWork.ts'
import { changed, exported, merged, rows, stock, undone } from './killedWork.ts'

interface Setting extends Asking {
  readonly database: Database
  readonly env: Record<string, string>
  readonly status: number
  console: RunningConsole
  /** Milliseconds that an export takes. */
  readonly exportMs: number
  /** The import that the next round takes back. */
  lastImport: number
}

/** The types of the jobs that are killed, in turn. */
const types = ['merge', 'import_check', 'import', 'import_undo', 'bulk', 'export']

/**
 * Kills the process at random moments while it checks, imports, takes back, changes, merges and exports, starts it again, and
 * holds what comes of each piece of work against what was asked for.
 */
export async function killAtWork(points: number): Promise<void> {
  const database = await createPostgresDatabase(process.env['TEST_DATABASE_URL'] ?? '')
  const env = settingsOf(database.url)
  const setting = await prepare(database, env)
  const struck = new Map<string, number>()
  try {
    for (let point = 0; point < points; point += 1) {
      for (const kind of await round(point, setting)) struck.set(kind, (struck.get(kind) ?? 0) + 1)
    }
    const told = [...struck].map(([kind, count]) => `${kind} ${count}`)
    process.stdout.write(`${points} kills; under way: ${told.toSorted().join(', ')}\n`)
    if (points >= 20) expect([...struck.keys()].toSorted()).toEqual(types.toSorted())
    await expectSameSums(database)
  } finally {
    await kill(setting.console.process)
    await database.close()
  }
}

async function prepare(database: Database, env: Record<string, string>): Promise<Setting> {
  const asking = await beginAsking(await startConsole(process.cwd(), env))
  const { token, console } = asking
  const statuses = await call(console.address, 'GET', '/settings/status/all?limit=50', { token })
  const status = statuses.body.data.find((one: { name: string }) => one.name === 'No answer').id
  const first = await importOf('first', asking)
  const { id, job_id: job } = await ask(first, 'first', asking)
  await untilEnded([job], database)
  await first.check({ id, job, download: async () => '' }, database)
  await fillLeads('stock', stock, { ...asking, database })
  const begun = Date.now()
  const { job_id: written } = await ask(exportOfStock, 'export-first', asking)
  await untilEnded([written], database)
  return { ...asking, database, env, status, exportMs: Date.now() - begun, lastImport: id }
}

/** Asks for work of every kind, kills the process in the midst of it, and checks all. Returns the kinds that were under way. */
async function round(point: number, setting: Setting): Promise<string[]> {
  const { database, env } = setting
  const orders = shuffled(await ordersOf(point, setting))
  const since = await lastJob(database)
  const asked = orders.map((order) => {
    return ask(order, `${order.kind}-${point}`, setting).catch(() => undefined)
  })
  const struck = await killAt({ type: types[point % types.length] ?? '', since }, setting)
  await Promise.all(asked)
  setting.console = await startConsole(process.cwd(), env)
  const answers: { id?: number; job_id: number }[] = []
  for (const order of orders) answers.push(await ask(order, `${order.kind}-${point}`, setting))
  await untilEnded(
    answers.map(({ job_id }) => job_id),
    database,
  )
  for (const [place, order] of orders.entries()) {
    const { id = order.about ?? 0, job_id: job = 0 } = answers[place] ?? {}
    const file = () =>
      download(setting.console.address, `/profile/job/${job}/download/result`, setting)
    await order.check({ id, job, download: file }, database)
    if (order.kind === 'import') setting.lastImport = id
  }
  return struck
}

async function ordersOf(point: number, setting: Setting): Promise<Order[]> {
  const { lastImport, status } = setting
  const funnel = `kill-${point}`
  await fillLeads(funnel, rows, setting)
  const filter = { funnel }
  const act = point % 2 > 0 ? 'update' : 'status'
  const values = act === 'update' ? { comment: 'Killed' } : { status }
  return [
    await importOf(`check-${point}`, setting, { check: true }),
    await importOf(`import-${point}`, setting),
    {
      kind: 'undo',
      path: `/lead/import/${lastImport}/undo`,
      check: undone,
      about: lastImport,
    },
    {
      kind: 'bulk',
      path: `/lead/bulk/${act}`,
      body: { filter, expected_count: rows, values },
      check: changed(funnel),
    },
    await mergeOf(`tagged-${point}`, setting),
    exportOfStock,
  ]
}

/** The merge of a tag that so many leads have into one that none has. */
async function mergeOf(funnel: string, setting: Setting): Promise<Order> {
  await fillLeads(funnel, rows, setting)
  const { rows: tags } = await sql<{ id: number }>`
    insert into tags (name) values (${`${funnel} from`}), (${`${funnel} into`})
    returning id`.execute(setting.database.sql)
  const [from = 0, into = 0] = tags.map(({ id }) => id)
  await sql`
    insert into leads_tags (record_id, target_id)
    select id, ${from} from leads where funnel = ${funnel}`.execute(setting.database.sql)
  const check = merged(funnel, { from, into })
  return { kind: 'merge', path: `/settings/tag/${from}/merge`, body: { into }, check }
}

const exportOfStock: Order = {
  kind: 'export',
  path: '/lead/export',
  body: {
    filter: { funnel: 'stock' },
    columns: ['id', 'first_name', 'source', 'status', 'stage', 'country', 'created_at'],
  },
  check: exported('stock', stock),
}

/** Makes leads past all rules, and counts them as the rules would have. */
async function fillLeads(
  funnel: string,
  count: number,
  { database, source }: Pick<Setting, 'database' | 'source'>,
): Promise<void> {
  await database.sql.transaction().execute(async (transaction) => {
    // Whatever else the machine does meanwhile: nothing here is measured.
    await sql`set local statement_timeout = 0`.execute(transaction)
    const { rows: made } = await sql<{ id: number }>`
      insert into leads (uuid, email, source, funnel, first_name)
      select gen_random_uuid()::text, ${funnel} || n || '@example.com', ${source}, ${funnel}, 'Ada'
      from generate_series(1, ${count}::int) n returning id`.execute(transaction)
    await countCreated([{ resource: lead, ids: made.map(({ id }) => id) }], transaction)
  })
}

interface Aim {
  readonly type: string
  /** Jobs up to this one were there before. */
  readonly since: number
}

/**
 * Kills the process in the midst of a job of a type: after a share of its items, or of the time of an export, which tells
 * little of itself. Returns the types of those that were under way.
 */
async function killAt(aim: Aim, { database, console, exportMs }: Setting): Promise<string[]> {
  const share = Math.random()
  const isExport = aim.type === 'export'
  while (!(await isReached(aim, isExport ? 0 : share, database))) await pause(10)
  await pause(isExport ? 0.7 * share * exportMs : Math.random() * 200)
  await kill(console.process)
  const { rows: struck } = await sql<{ type: string }>`
    select distinct type from jobs where finished_at is null and state = 'running'`.execute(
    database.sql,
  )
  return struck.map(({ type }) => type)
}

/** Whether a job has done a share of its items; a tenth stands for what it does before the first. */
async function isReached({ type, since }: Aim, share: number, { sql: database }: Database) {
  const { rows: found } = await sql`
    select from jobs where type = ${type} and id > ${since} and started_at is not null
      and (total > 0 or ${share < 0.1}) and processed >= total * (${share}::float8 - 0.1)`.execute(
    database,
  )
  return found.length > 0
}

async function lastJob({ sql: database }: Database): Promise<number> {
  const { rows: found } = await sql<{ id: number }>`select max(id) as id from jobs`.execute(
    database,
  )
  return found[0]?.id ?? 0
}

/** The sums that were kept are those that the records make. */
async function expectSameSums(database: Database): Promise<void> {
  const kept = await sums(database)
  await database.sql.transaction().execute((sql) => recount(business.resources, sql))
  expect(kept).toEqual(await sums(database))
}

async function sums({ sql: database }: Database): Promise<unknown> {
  const { rows: found } = await sql`
    select name, at, sum(value) as value from statistics
    group by name, at having sum(value) <> 0 order by name, at`.execute(database)
  return found
}

function shuffled<One>(all: readonly One[]): One[] {
  const placed = all.map((one) => ({ one, at: Math.random() }))
  return placed.toSorted((first, other) => first.at - other.at).map(({ one }) => one)
}
