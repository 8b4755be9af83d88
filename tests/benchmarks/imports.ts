import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import pg from 'pg'

import { call, signIn, startConsole } from '../fixtures/process.ts'
import { finished, orderImport } from './files.ts'
import { startPostgres } from './postgres.ts'
import { workbookTasks } from './workbook.ts'

// `npm run bench -- imports`: the check of 200,000 rows beside their import on PostgreSQL, then the same import on the embedded
// database, with how long other screens wait meanwhile. `npm run bench -- imports workbook`: the longest tasks of the page while
// a workbook of 200,000 rows and 20 columns becomes a CSV.
const account = { email: 'bench@example.com', password: 'slow tides move 41 barges' }
const settings = {
  APP_KEY: '41'.repeat(32),
  DEMO: '0',
  RATE_LIMIT: '100000000',
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
}

/** What other people look at meanwhile. */
const screens = {
  leads: '/lead/search?per_page=25',
  'leads of a status': '/lead/search?per_page=25&status=1',
  'a text among leads': '/lead/search?per_page=25&search=byron',
  jobs: '/profile/job/search?per_page=25',
  sources: '/settings/source/search?per_page=25',
  dashboard: '/dashboard',
}

if (process.argv[3] === 'workbook') await withConsole(embedded(), workbook)
else {
  const stored = await onPostgres(async (address, token) => {
    const { id, job_id } = await orderImport(address, token, {
      ...(await ready(address, token)),
      check: true,
    })
    const check = await timed(address, token, job_id)
    const { body } = await call(address, 'POST', `/lead/import/${id}/start`, { token })
    return { check, time: await timed(address, token, body.data.job_id) }
  })
  tell(`check of 200,000 rows: ${seconds(stored.check)}; import of them: ${seconds(stored.time)}`)
  tell(`check / import: ${(stored.check / stored.time).toFixed(2)} (reach 1)`)
  await withConsole(embedded(), async (address, token) => {
    const { job_id } = await orderImport(address, token, await ready(address, token))
    const screens = watchScreens(address, token)
    const time = await timed(address, token, job_id)
    tell(`embedded: ${seconds(time)}, ${(time / stored.time).toFixed(2)} × PostgreSQL (reach 3)`)
    for (const line of await screens.stop()) tell(line)
  })
}

/** A source to import into. */
async function ready(address: string, token: string): Promise<{ source: number }> {
  const { body } = await call(address, 'POST', '/settings/source', {
    token,
    body: { name: 'Bench' },
  })
  return { source: body.data.id }
}

/** Milliseconds until a job has ended well, from the start that it notes itself. */
async function timed(address: string, token: string, job: number): Promise<number> {
  const { state, message, created_at, finished_at } = await finished(address, token, job)
  if (state !== 'finished') throw new Error(`the job is ${state}: ${message}`)
  return Date.parse(finished_at) - Date.parse(created_at)
}

/** Asks for the screens in turns, ten times a second at most, until it is stopped. */
function watchScreens(address: string, token: string) {
  const times: Record<string, number[]> = {}
  let isOn = true
  const watching = (async () => {
    while (isOn) {
      for (const [name, path] of Object.entries(screens)) {
        const begun = performance.now()
        const { status } = await call(address, 'GET', path, { token })
        if (status !== 200) throw new Error(`${path} answered ${status}`)
        ;(times[name] ??= []).push(performance.now() - begun)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  })()
  return {
    async stop(): Promise<string[]> {
      isOn = false
      await watching
      return Object.entries(times).map(([name, all]) => {
        const sorted = all.toSorted((one, other) => one - other)
        const at = (part: number) =>
          `${sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(0)} ms`
        return `  ${name}: median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)} of ${all.length} (reach 500 ms)`
      })
    },
  }
}

async function workbook(address: string): Promise<void> {
  for (const line of await workbookTasks(address, account)) tell(line)
}

function embedded() {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-imports-'))
  return { env: { DATA_DIR: join(folder, 'data') }, end: () => rmSync(folder, { recursive: true }) }
}

interface Store {
  readonly env: Record<string, string>
  end(): void | Promise<void>
}

async function onPostgres<Answer>(
  work: (address: string, token: string) => Promise<Answer>,
): Promise<Answer> {
  const server = startPostgres(54_335)
  const name = `imports_${process.pid}`
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`create database ${name}`)
  const url = new URL(server.url)
  url.pathname = name
  try {
    return await withConsole({ env: { DATABASE_URL: String(url) }, end() {} }, work)
  } finally {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
    server.stop()
  }
}

async function withConsole<Answer>(
  { env, end }: Store,
  work: (address: string, token: string) => Promise<Answer>,
): Promise<Answer> {
  const console = await startConsole(process.cwd(), { ...settings, ...env }, 'src/server/start.js')
  try {
    const token = await signIn(console.address, account.email, account.password)
    return await work(console.address, token)
  } finally {
    await console.stop()
    await end()
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
