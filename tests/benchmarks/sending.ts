import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { Pool } from 'undici'

import { transactAsProcess } from '#server'

import { business } from '../../resources/index.server.ts'
import { planSends } from '../../resources/sending/engine/planSend.server.ts'
import { createSendWorker } from '../../resources/sending/engine/worker.server.ts'
import { testBackend } from '../fixtures/backend.ts'
import { createTestDatabase } from '../fixtures/database.ts'
import { addDepartment, fillSending } from '../fixtures/sending.ts'
import { startFakeProcess } from './fakeProcess.ts'

// `npm run bench -- sending [leads]`: sends a second of one worker against undici alone, and planning for one department.
// On the embedded database, or on the server of TEST_DATABASE_URL.
const count = Number(process.argv[3] ?? 4_000)
const calls = 20
const delayMs = 20

const broker = await startFakeProcess(delayMs)
const database = await createTestDatabase(business.resources)
const backend = testBackend(database, business)
backend.config.outboundLoopback = broker.origin

try {
  const alone = await undiciAlone()
  const { source, department, broker: first } = await fillSending(database, broker.origin)
  // The concurrency of the worker is measured, and not that of one integration.
  const departments = [department, await addDepartment(database, first, broker.origin)]
  const { rows } = await sql<{ id: number }>`
    insert into leads (uuid, email, source)
    select gen_random_uuid()::text, 'lead' || n || '@example.com', ${source} from generate_series(1, ${count}::int) n
    returning id`.execute(database.sql)
  const ids = rows.map(({ id }) => id)
  const planning = await measured(() => planAll(ids, departments))
  print(`planned ${count} leads in ${Math.round(planning)} ms`)
  const worker = createSendWorker(backend, { calls })
  const sending = await measured(async () => {
    worker.start()
    while ((await left()) > 0) await pause(50)
  })
  await worker.stop()
  const ours = (count * 1_000) / sending
  print(
    `undici alone ${Math.round(alone)} a second, one worker ${Math.round(ours)}: ${Math.round((ours * 100) / alone)} %`,
  )
} finally {
  await database.close()
  broker.stop()
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

async function left(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sends where state <> 'sent'`.execute(database.sql)
  return rows[0]?.count ?? 0
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
  return (count * 1_000) / time
}

async function measured(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
