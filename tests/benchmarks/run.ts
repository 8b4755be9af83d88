import { randomBytes } from 'node:crypto'

import pino from 'pino'

import type { Backend } from '#server'

import { business } from '../../resources/index.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { openBackend } from '../../src/server/process.ts'
import { signIn, startConsole } from '../fixtures/process.ts'
import { fillLeads } from './leads.ts'
import { startFloor } from './floorProcess.ts'
import { compare, type Target } from './load.ts'
import { startPostgres } from './postgres.ts'
import { exportRatio, importRatio, type BenchContext, type Row } from './files.ts'
import { oneSql, pageSql } from './statements.ts'

// `npm run bench [-- rows [files]]`: the console beside a bare route that runs the same statements, in one run, as ratios;
// `files`: imports and exports alone.
const rows = Number(process.argv[2] ?? 1_000_000)
const isFiles = process.argv[3] === 'files'
// With 0 rows, a database of `BENCH_DATABASE_URL` that was filled before; `APP_KEY` is then the one it was made with.
const appKey = process.env['APP_KEY'] ?? randomBytes(32).toString('hex')
const account = { email: 'bench@example.com', password: 'slow tides move 41 barges' }

const pages = [
  { work: 'list page 1', query: 'per_page=25', reach: 1.6 },
  { work: 'page 2000', query: 'per_page=25&page=2000', reach: 1.6 },
  {
    work: 'status + country + dates',
    query: 'status=3&country=57&created_at_from=2026-01-01&created_at_to=2026-06-30',
    reach: 1.6,
  },
  { work: 'fragment of an e-mail', query: 'search=n4242', reach: 1.6 },
]

const server = startPostgres()
try {
  const env = {
    DATABASE_URL: server.url,
    APP_KEY: appKey,
    DEMO: '0',
    RATE_LIMIT: '100000000',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  }
  const backend = await openBackend(business, readConfig(env), pino({ level: 'warn' }))
  await fillLeads(backend, rows)
  await serve(backend, env)
  await backend.database.close()
} finally {
  server.stop()
}

async function serve(backend: Backend, env: Record<string, string>): Promise<void> {
  const floor = await startFloor(env)
  const console = await startConsole(
    process.cwd(),
    { ...env, LEADGATE_ROLE: 'all' },
    'src/server/start.js',
  )
  try {
    const token = await signIn(console.address, account.email, account.password)
    const context: BenchContext = { backend, floor: floor.address, console, token, url: server.url }
    const records = isFiles ? [] : [comparePages, compareRecords]
    for (const compareOne of [...records, importRatio, exportRatio]) {
      for (const row of await compareOne(context)) print(row)
    }
  } finally {
    await console.stop()
    floor.stop()
  }
}

async function comparePages({ backend, floor, console, token }: BenchContext): Promise<Row[]> {
  const table: Row[] = []
  const headers = { authorization: `Bearer ${token}` }
  for (const { work, query, reach } of pages) {
    await post(`${floor}/statement/page`, pageSql(backend, query) ?? {})
    for (const connections of [1, 16]) {
      const [bare, ours] = await compare(
        { address: floor, headers: {}, request: () => ({ method: 'GET', path: '/run/page' }) },
        {
          address: console.address,
          headers,
          request: () => ({ method: 'GET', path: `/api/lead/search?${query}` }),
        },
        connections,
      )
      table.push({ work, connections, floor: bare, ours, reach })
    }
  }
  return table
}

async function compareRecords({ backend, floor, console, token }: BenchContext): Promise<Row[]> {
  const address = console.address
  const headers = { authorization: `Bearer ${token}` }
  const stamp = Date.now()
  await post(`${floor}/statement/one`, oneSql(backend))
  await post(`${floor}/statement/create`, {
    text: 'insert into leads (first_name, last_name, email, email_key, source, country, status) values ($1,$2,$3,$3,1,57,1) returning *',
    values: [],
  })
  await post(`${floor}/statement/update`, {
    text: 'update leads set comment = $1, version = version + 1, updated_at = now() where id = $2 returning *',
    values: [],
  })
  const id = (n: number) => (n * 7919) % rows || 1
  const acts: { work: string; reach: number; floor: Target['request']; ours: Target['request'] }[] =
    [
      {
        work: 'get one',
        reach: 2,
        floor: (n) => ({ method: 'GET', path: `/one/${id(n)}` }),
        ours: (n) => ({ method: 'GET', path: `/api/lead/${id(n)}` }),
      },
      {
        work: 'create, audited',
        reach: 3,
        floor: (n) => ({
          method: 'POST',
          path: '/write/create',
          body: ['Ada', 'Bench', `f${stamp}.${n}@example.org`],
        }),
        ours: (n) => ({
          method: 'POST',
          path: '/api/lead',
          body: {
            first_name: 'Ada',
            last_name: 'Bench',
            email: `o${stamp}x${Math.random()}.${n}@example.org`,
            source: 1,
            country: 57,
            status: 1,
          },
        }),
      },
      {
        work: 'update, audited',
        reach: 3,
        floor: (n) => ({ method: 'POST', path: '/write/update', body: [`note ${n}`, id(n)] }),
        ours: (n) => ({
          method: 'PUT',
          path: `/api/lead/${id(n)}`,
          body: { comment: `note ${n} ${Math.random().toString(36)}` },
        }),
      },
    ]
  const table: Row[] = []
  for (const { work, reach, floor: bare, ours } of acts) {
    for (const connections of [1, 16]) {
      const medians = await compare(
        { address: floor, headers: {}, request: bare },
        { address, headers, request: ours },
        connections,
      )
      table.push({ work, connections, floor: medians[0], ours: medians[1], reach })
    }
  }
  return table
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

function print({ work, connections, floor, ours, reach }: Row): void {
  const ratio = ours / floor
  const mark = ratio <= reach ? 'ok  ' : 'MISS'
  process.stdout.write(
    `${mark} ${work.padEnd(34)} ${String(connections).padStart(3)} conn.  ${ratio.toFixed(2)} × the floor` +
      ` (reach ${reach}; ${floor.toFixed(2)} → ${ours.toFixed(2)} ms p50)\n`,
  )
}

export type { Row }
