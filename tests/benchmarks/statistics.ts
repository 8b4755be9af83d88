import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'

import { sql } from 'kysely'
import pino from 'pino'

import { business } from '../../resources/index.server.ts'
import { groupings } from '../../resources/sending/statistics/groupings.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { openBackend } from '../../src/server/process.ts'
import { createPostgresDatabase } from '../fixtures/database.ts'
import { signIn, startConsole } from '../fixtures/process.ts'
import { fillStatistics } from './fillStatistics.ts'
import { median, quantile, timesOf } from './load.ts'
import { startPostgres } from './postgres.ts'

// `npm run bench -- statistics [real sends] [sends in all]`: the requests of FTD statistics, beside a bare sum of the same days.
const real = Number(process.argv[3] ?? 1_000_000)
const all = Number(process.argv[4] ?? 20_000_000)
const reachMs = 300
const path = '/api/broker/department/ftd/statistics'

const account = { email: 'bench@example.com', password: 'slow tides move 41 barges' }
const server = startPostgres()
const own = await createPostgresDatabase(server.url)
const env = {
  DATABASE_URL: own.url,
  APP_KEY: '5a'.repeat(32),
  DEMO: '0',
  RATE_LIMIT: '100000000',
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
}
const { database, ...backend } = await openBackend(
  business,
  readConfig(env),
  pino({ level: 'warn' }),
)

const month = 'period=last_30_days'
const requests: [work: string, path: string][] = [
  ...groupings.map((by): [string, string] => [`by ${by}`, `${path}?${month}&by=${by}`]),
  ['by department and country', `${path}?${month}&by=department&then_by=country`],
  ['by department, FTDs by their own date', `${path}?${month}&by=department&basis=ftd`],
  ['by day, of one source', `${path}?${month}&by=day&source=3`],
  ['by department, 90 days', `${path}?period=last_90_days&by=department`],
  ['by month, this year', `${path}?period=this_year&by=month`],
]

try {
  const begun = performance.now()
  await fillStatistics({ database, ...backend }, { real, all })
  const { rows } = await sql<{ sums: number; sends: number }>`
    select count(*)::int as sums, sum(accepted + rejected + failed + unknown + returned)
      filter (where is_short)::int as sends from send_days`.execute(database.sql)
  const [{ sums = 0, sends = 0 } = {}] = rows
  print(`${sends} sends in ${sums} sums, filled in ${Math.round(performance.now() - begun)} ms`)
  const console = await startConsole(
    process.cwd(),
    { ...env, LEADGATE_ROLE: 'web' },
    'src/server/start.js',
  )
  const token = await signIn(console.address, account.email, account.password)
  try {
    const { rows: departments } = await sql<{ id: number }>`
      select min(id) as id from broker_departments`.execute(database.sql)
    const one = `/api/broker/department/${departments[0]?.id}/ftd/statistics?${month}`
    requests.push(['one department, by source', `${one}&by=source`])
    requests.push(['one department, by user', `${one}&by=user`])
    for (const [work, address] of requests) await measure(work, address, console.address, token)
    await measureBare()
  } finally {
    await console.stop()
  }
} finally {
  await database.close()
  await own.close()
  server.stop()
}

async function measure(work: string, address: string, origin: string, token: string) {
  const target = {
    address: origin,
    headers: { authorization: `Bearer ${token}` },
    request: () => ({ method: 'GET' as const, path: address }),
  }
  const [, ...times] = await timesOf(target, { connections: 1, seconds: 3, most: 20 })
  const mark = median(times) <= reachMs ? 'ok  ' : 'MISS'
  print(
    `${mark} ${work.padEnd(40)} ${median(times).toFixed(0)} (${quantile(times, 0.95).toFixed(0)}) ms` +
      `, load ${loadavg()[0]?.toFixed(1)}`,
  )
}

/** The sums of thirty days by department, as one statement adds them up. */
async function measureBare() {
  for (const isShort of [true, false]) {
    const times: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const begun = performance.now()
      await sql`
        select department, sum(accepted)::int, sum(ftds)::int from send_days
        where zone = 'UTC' and is_short = ${isShort} and tag is null
          and day > current_date - 30 group by department`.execute(database.sql)
      times.push(performance.now() - begun)
    }
    print(`bare sum of the ${isShort ? 'short' : 'long'} ones: ${median(times).toFixed(0)} ms`)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
