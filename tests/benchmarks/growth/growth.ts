import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import pino from 'pino'

import type { Backend } from '#server'

import { business } from '../../../resources/index.server.ts'
import { readConfig } from '../../../src/server/kernel/config.ts'
import { openBackend } from '../../../src/server/process.ts'
import { signIn, startConsole } from '../../fixtures/process.ts'
import { afterImport, besideImport, measureBesideImport } from './growthImport.ts'
import { loadLeads, settleLeads } from './growthLeads.ts'
import { linesOf, nameSearch } from './growthLines.ts'
import { measure, type Sides } from './growthMeasure.ts'
import { printTable, type Column } from './growthTable.ts'
import { startFloor } from '../floorProcess.ts'
import { startPostgres } from '../postgres.ts'

// `npm run bench -- growth [rows …] [embedded] [alone] [only=word]`: every line of the growth table at each size, beside
// the bare statement, or `alone`, where that one takes minutes; the first request of each told apart, the embedded database
// beside PostgreSQL. Loaded databases stay on BENCH_DATABASE_URL as `growth_…` and are taken again in the next run.
// The first row of a page is measured by `npm run bench -- first-row`, a key and a tick by the long journeys.
const given = process.argv.slice(3)
const sizes = given.map(Number).filter((one) => one > 0)
const isEmbedded = given.includes('embedded')
const isAlone = given.includes('alone')
const only = given.find((one) => one.startsWith('only='))?.slice(5) ?? ''
const prefix = process.env['GROWTH_PREFIX'] ?? 'growth'

const account = { email: 'bench@example.com', password: 'slow tides move 41 barges' }
const settings = {
  APP_KEY: '5a'.repeat(32),
  DEMO: '0',
  RATE_LIMIT: '100000000',
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
}

const server = startPostgres()
try {
  const columns: Column[] = []
  for (const rows of sizes.length > 0 ? sizes : [100_000, 1_000_000]) {
    const served = await column(rows, { ...settings, DATABASE_URL: await databaseOf(rows) })
    columns.push(served)
    if (isEmbedded) {
      const embedded = await column(rows, { ...settings, DATA_DIR: directoryOf(rows) })
      columns.push({ ...embedded, served })
    }
    printTable(columns)
  }
} finally {
  server.stop()
}

/** The address of the database that holds, or will hold, so many leads. */
async function databaseOf(rows: number): Promise<string> {
  const name = `${prefix}_${rows}`
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
}

function directoryOf(rows: number): string {
  const directory = join(process.env['GROWTH_DIR'] ?? tmpdir(), `${prefix}_${rows}`)
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true })
  return directory
}

async function column(rows: number, env: Record<string, string>): Promise<Column> {
  const isServed = 'DATABASE_URL' in env
  const backend = await openBackend(business, readConfig(env), pino({ level: 'warn' }))
  await fill(backend, rows)
  // The embedded database serves one process: the lines are made before it is given to the console.
  const all = await linesOf(backend, rows)
  const lines = all.filter(({ work }) => work.includes(only))
  await backend.database.close()
  const floor = isServed && !isAlone ? await startFloor(env) : undefined
  const console = await startConsole(
    process.cwd(),
    { ...env, LEADGATE_ROLE: 'all' },
    'src/server/start.js',
  )
  try {
    const token = await signIn(console.address, account.email, account.password)
    const sides: Sides = { floor: floor?.address, ours: console.address, token }
    const results = new Map()
    const [list] = all
    for (const line of lines) results.set(line.work, await measure(line, list, sides))
    // Last: it leaves more rows behind than the others.
    const [create, search] = ['create', nameSearch].map((name) =>
      all.find(({ work }) => work === name),
    )
    if (create && search && [besideImport, afterImport].some((work) => work.includes(only))) {
      results.set(besideImport, await measureBesideImport(create, list, sides))
      results.set(afterImport, await measure({ ...search, work: afterImport }, list, sides))
    }
    const name = `${rows.toLocaleString('en')}${isServed ? '' : ' embedded'}`
    return { name, results, pid: console.process.pid }
  } finally {
    await console.stop()
    floor?.stop()
  }
}

async function fill(backend: Backend, rows: number): Promise<void> {
  const found = await backend.database.sql.selectFrom('leads').select('id').limit(1).execute()
  if (found.length > 0) return settleLeads(backend)
  const begun = performance.now()
  await loadLeads(backend, rows)
  const seconds = Math.round((performance.now() - begun) / 1000)
  process.stderr.write(`loaded ${rows} leads in ${seconds} s\n`)
}
