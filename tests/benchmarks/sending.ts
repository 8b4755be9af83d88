import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { Pool } from 'undici'

import { prepared, transactAsProcess } from '#server'

import { business } from '../../resources/index.server.ts'
import { planSends } from '../../resources/sending/engine/plan/planSend.server.ts'
import { createSendWorker } from '../../resources/sending/engine/worker.server.ts'
import { testBackend } from '../fixtures/backend.ts'
import { createTestDatabase } from '../fixtures/database.ts'
import { addDepartment, fillSending } from '../fixtures/sending/sending.ts'
import { buildEntries } from './sending/builtEntries.ts'
import { startFakeProcess, type FakeProcess } from './sending/fakeProcess.ts'
import { processorMs, servers } from './processorTime.ts'
import { startWorkerProcess } from './sending/workerProcess.ts'

// `npm run bench -- sending [leads]`: planning for one department, sends a second of one worker against undici alone, and
// of two workers on one server. On the embedded database, or on the server of TEST_DATABASE_URL.
const count = Number(process.argv[3] ?? 12_000)
const calls = 20
/**
 * Sends of a process before it is measured: one that works for days has compiled what it runs, which takes it more than
 * 3,000 sends. Where it waits for answers, that says nothing of the rate.
 */
const warmUp = (delayMs: number) => (delayMs < 100 ? 9_000 : 1_000)

await buildEntries()
const broker = await startFakeProcess(20)
// Where answers come so soon, two processes, the database and the broker want more than a machine of two cores has.
const slower = [await startFakeProcess(30), await startFakeProcess(200)]
const database = await createTestDatabase(business.resources)
const backend = testBackend(database, business)
backend.config.outboundLoopback = broker.origin

try {
  const { source, department, broker: first } = await fillSending(database, broker.origin)
  // The concurrency of the worker is measured, and not that of one integration.
  const departments = [department]
  const addDepartments = async (many: number) => {
    for (let more = 0; more < many; more += 1) {
      departments.push(await addDepartment(database, first, broker.origin))
    }
  }
  await addDepartments(11)
  const ids = await addLeads(count, source)
  const planning = await measured(() => planAll(ids, [department]))
  print(`planned ${count} leads for one department in ${Math.round(planning)} ms`)
  await spread(departments)

  const alone = await undiciAlone()
  const worker = createSendWorker(backend, { calls })
  const ours = await rate(() => worker.start())
  await worker.stop()
  print(`undici alone ${alone} a second, one worker ${ours}: ${percent(ours, alone)}`)

  if (database.url) {
    // As many for each process, so that neither waits for an integration that is busy at the other.
    await addDepartments(18)
    const plan = async (many: number) => {
      await planAll(await addLeads(many, source), [department])
      await spread(departments, '1 hour')
    }
    for (const one of [broker, ...slower]) {
      await compareProcesses(one, plan, one.delayMs < 100 ? count : count / 2)
    }
  }
  for (const one of [broker, ...slower]) await checkTwice(one)
} finally {
  await database.close()
  for (const one of [broker, ...slower]) one.stop()
}

/** Sends a second of one process and of two, all by one broker. */
async function compareProcesses(
  { origin, delayMs, pid }: FakeProcess,
  plan: (many: number) => Promise<void>,
  sends: number,
): Promise<void> {
  const warmUpSends = warmUp(delayMs)
  await sql`update send_integrations set url = ${`${origin}/success`}`.execute(database.sql)
  const rates = []
  for (const processes of [1, 2]) {
    await plan(sends + warmUpSends * processes)
    const begun = new Date()
    const start = () => startWorkerProcess(database.url ?? '', origin, calls)
    const workers = await Promise.all(Array.from({ length: processes }, start))
    await pause(2_000)
    await rate(() => letGo(warmUpSends * processes))
    // What the benchmark itself has written is not left to whoever writes while it is measured.
    await sql`vacuum analyze`.execute(database.sql)
    const parts = async () => ({
      workers: processorMs(workers.map((one) => one.pid)),
      database: processorMs(await servers(database.sql, begun)),
      broker: processorMs([pid]),
    })
    const before = await parts()
    rates.push(await rate(() => letGo(sends)))
    print(`  with ${processes} a send takes ${taken(before, await parts(), sends)}`)
    await Promise.all(workers.map((one) => one.stop()))
  }
  const [one = 0, two = 0] = rates
  print(`answers in ${delayMs} ms: one process ${one} a second, two ${two}: ${percent(two, one)}`)
}

/** Makes so many of the sends that are held back due. */
async function letGo(many: number): Promise<void> {
  await sql`
    update sends set next_attempt_at = now() where id in (
      select id from sends where state = 'pending' and next_attempt_at > now()
      order by id limit ${many}::int)`.execute(database.sql)
}

type Parts = Readonly<Record<string, number>>

/** Milliseconds of processor that the parts of the machine took for each of so many sends. */
function taken(before: Parts, after: Parts, sends: number): string {
  return Object.entries(after)
    .map(([name, ms]) => `${((ms - (before[name] ?? 0)) / sends).toFixed(2)} ms of ${name}`)
    .join(', ')
}

async function addLeads(many: number, source: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into leads (uuid, email, source)
    select gen_random_uuid()::text, gen_random_uuid() || '@example.com', ${source}
    from generate_series(1, ${many}::int) n returning id`.execute(database.sql)
  await sql`analyze leads`.execute(database.sql)
  return rows.map(({ id }) => id)
}

async function planAll(ids: readonly number[], departments: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 500) {
    const part = ids.slice(from, from + 500)
    const own = departments[(from / 500) % departments.length] ?? 0
    await transactAsProcess(backend, (context) =>
      planSends(part, { departments: [own], mode: 'manual', user: null }, context),
    )
  }
}

/** What was planned for one department goes to all of them alike, after some time. */
async function spread(departments: readonly number[], after = '0 s'): Promise<void> {
  await sql`
    update sends s set department = d.id, integration = i.id, next_attempt_at = now() + ${after}::interval
    from unnest(${departments}::bigint[]) with ordinality as d (id, place)
    join send_integrations i on i.department = d.id
    where s.state = 'pending' and d.place - 1 = s.id % ${departments.length}`.execute(database.sql)
}

/** Sends a second, from the first attempt to the last answer of those that begin with `start`. */
async function rate(start: () => unknown): Promise<number> {
  const { rows: first } = await sql<{ id: number }>`
    select coalesce(max(id), 0)::int as id from send_attempts`.execute(database.sql)
  await start()
  while (await isOpen()) await pause(200)
  const { rows } = await sql<{ rate: number }>`
    select count(*) / extract(epoch from max(s.updated_at) - min(a.started_at))::float8 as rate
    from sends s join send_attempts a on a.send = s.id
    where a.id > ${first[0]?.id ?? 0}`.execute(database.sql)
  return Math.round(rows[0]?.rate ?? 0)
}

/** By indexes, so that asking takes no time from what is measured. */
async function isOpen(): Promise<boolean> {
  const { rows } = await sql`${prepared}
    (select from sends where next_attempt_at <= now() order by next_attempt_at limit 1)
    union all (select from sends where leased_until is not null order by leased_until limit 1)`.execute(
    database.sql,
  )
  return rows.length > 0
}

async function undiciAlone(): Promise<number> {
  const pool = new Pool(broker.origin, { connections: calls })
  const body = JSON.stringify({ email: 'lead@example.com', first_name: 'Ada' })
  const headers = { 'content-type': 'application/json' }
  let open = count
  const one = async () => {
    while (open-- > 0) {
      const answer = await pool.request({ path: '/success', method: 'POST', body, headers })
      await answer.body.json()
    }
  }
  const time = await measured(async () => {
    await Promise.all(Array.from({ length: calls }, one))
  })
  await pool.close()
  return Math.round((count * 1_000) / time)
}

/** By the broker's own log; calls of undici alone have no key. */
async function checkTwice({ origin }: FakeProcess): Promise<void> {
  const answer = await fetch(`${origin}/log`)
  const { data } = (await answer.json()) as { data: { key?: string }[] }
  const keys = data.flatMap(({ key }) => key ?? [])
  print(`${keys.length} leads taken, ${keys.length - new Set(keys).size} of them twice`)
}

async function measured(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function percent(part: number, whole: number): string {
  return `${Math.round((part * 100) / whole)} %`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
