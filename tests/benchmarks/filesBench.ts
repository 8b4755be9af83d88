import { randomBytes } from 'node:crypto'

import pino from 'pino'

import type { Backend } from '#server'

import { business } from '../../resources/index.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { openBackend } from '../../src/server/process.ts'
import { signIn, startConsole } from '../fixtures/process.ts'
import { fillLeads } from './leads.ts'
import { startPostgres } from './postgres.ts'
import { exportRatio, importRatio, type BenchContext, type Row } from './files.ts'

// `npm run bench -- files [rows]`: an import and an export of 200,000 rows beside COPY, with so many leads already there.
const rows = Number(process.argv[3] ?? 1_000_000)
// With 0 rows, a database of `BENCH_DATABASE_URL` that was filled before; `APP_KEY` is then the one it was made with.
const appKey = process.env['APP_KEY'] ?? randomBytes(32).toString('hex')
const account = { email: 'bench@example.com', password: 'slow tides move 41 barges' }

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
  const console = await startConsole(
    process.cwd(),
    { ...env, LEADGATE_ROLE: 'all' },
    'src/server/start.js',
  )
  try {
    const token = await signIn(console.address, account.email, account.password)
    const context: BenchContext = { backend, console, token, url: server.url }
    for (const compareOne of [importRatio, exportRatio]) {
      for (const row of await compareOne(context)) print(row)
    }
  } finally {
    await console.stop()
  }
}

function print({ work, floor, ours, reach }: Row): void {
  const ratio = ours / floor
  const mark = ratio <= reach ? 'ok  ' : 'MISS'
  process.stdout.write(
    `${mark} ${work.padEnd(30)} ${ratio.toFixed(2)} × COPY (reach ${reach}; ${Math.round(floor)} → ${Math.round(ours)} ms)\n`,
  )
}
