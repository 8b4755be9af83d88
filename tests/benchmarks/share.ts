import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'
import { Pool } from 'undici'

import type { Backend } from '#server'

import { business } from '../../resources/index.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { openBackend } from '../../src/server/process.ts'
import { startConsole } from '../fixtures/process.ts'
import { addDepartment, fillSending } from '../fixtures/sending/sending.ts'
import { fillLeads } from './leads.ts'
import { startPostgres } from './postgres.ts'

// `npm run bench -- share [rows] [postgres|embedded]`: a colleague's list alone, and while one user sends many requests a second.
const rows = Number(process.argv[3] ?? 60_000)
const seconds = 8
const reach = 3

interface Load {
  readonly work: string
  readonly aSecond: number
  readonly path?: string
  readonly body: object
}

const fragments = Array.from({ length: 49 }, (_, n) => ({ first_name: { contains: `eee${n}` } }))
const loads: Load[] = [
  { work: 'plain lists', aSecond: 50, body: { per_page: 25 } },
  { work: 'long pages', aSecond: 50, body: { per_page: 200 } },
  { work: 'wide lists', aSecond: 20, body: { where: { any: fragments } } },
]

const settings = {
  APP_KEY: randomBytes(32).toString('hex'),
  DEMO: '0',
  RATE_LIMIT: '100000000',
  ADMIN_EMAIL: 'bench@example.com',
  ADMIN_PASSWORD: 'slow tides move 41 barges',
}

const only = process.argv[4]

if (only !== 'embedded') {
  const server = startPostgres()
  await onPostgres(server.url).finally(() => server.stop())
}
if (only !== 'postgres') await onEmbedded()

async function onPostgres(url: string): Promise<void> {
  const name = `share_${process.pid}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  try {
    const database = Object.assign(new URL(url), { pathname: `/${name}` }).href
    await compareAll('PostgreSQL', { ...settings, DATABASE_URL: database })
  } finally {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
}

async function onEmbedded(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-share-'))
  await compareAll('embedded', { ...settings, DATA_DIR: folder }).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  )
}

async function compareAll(name: string, env: Record<string, string>): Promise<void> {
  const backend = await openBackend(business, readConfig(env), pino({ level: 'warn' }))
  await fillLeads(backend, rows)
  const previews = await previewsOf(backend)
  const [colleague, keen] = [await signedIn(backend), await signedIn(backend)]
  await backend.database.close()
  const console = await startConsole(process.cwd(), env, 'src/server/start.js')
  try {
    await timesOf(console.address, colleague, 2)
    for (const load of [...loads, previews]) {
      const idle = await timesOf(console.address, colleague, seconds)
      const flood = startFlood(console.address, keen, load)
      await sleep(1_000)
      const busy = await timesOf(console.address, colleague, seconds)
      print(`${name}, ${load.aSecond} ${load.work} a second`, idle, busy, await flood.stop())
    }
  } finally {
    await console.stop()
  }
}

/** Previews of as many pairs of a lead and a department as are looked at one by one. */
async function previewsOf({ database }: Backend): Promise<Load> {
  const { broker, department } = await fillSending(database, 'http://127.0.0.1:9')
  const departments = [department]
  while (departments.length < 20) {
    departments.push(await addDepartment(database, broker, 'http://127.0.0.1:9'))
  }
  await sql`update broker_departments set send_a_lot = true`.execute(database.sql)
  const body = { filter: {}, values: { departments } }
  return { work: 'previews of a send', aSecond: 2, path: 'send/preview', body }
}

/** A new session of a new user with the rights of the administrator. */
async function signedIn({ database }: Backend): Promise<string> {
  const token = `lg_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(token).digest()
  await sql`
    with person as (
      insert into users (name, email, password, is_active, is_sender, must_change_password)
      values ('Somebody', ${`${randomBytes(6).toString('hex')}@example.com`}, 'none', true, true, false) returning id
    ), rights as (
      insert into users_roles (record_id, target_id)
      select person.id, roles.id from person, roles where roles.is_full
    )
    insert into sessions (user_id, token_hash, expires_at)
    select id, ${hash}, now() + interval '1 day' from person`.execute(database.sql)
  return token
}

function asJson(token: string) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

/** Milliseconds of each list that one person asks for, one after the other. */
async function timesOf(address: string, token: string, duration: number): Promise<number[]> {
  const pool = new Pool(address, { connections: 1 })
  const times: number[] = []
  for (const end = performance.now() + duration * 1_000; performance.now() < end;) {
    const begun = performance.now()
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: '/api/lead/search?per_page=25',
      headers: asJson(token),
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`a list answered ${statusCode}: ${text}`)
    times.push(performance.now() - begun)
    await sleep(20)
  }
  await pool.close()
  return times
}

/** Sends requests at a steady pace, whether they are answered or not. */
function startFlood(address: string, token: string, { aSecond, path = 'search', body }: Load) {
  const pool = new Pool(address, { connections: 300 })
  const counts = new Map<string, number>()
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const timer = setInterval(() => {
    pool
      .request({
        method: 'POST',
        path: `/api/lead/${path}`,
        headers: asJson(token),
        body: JSON.stringify(body),
      })
      .then(
        async (answer) => {
          await answer.body.dump()
          count(String(answer.statusCode))
        },
        () => count('given up'),
      )
  }, 1_000 / aSecond)
  return {
    async stop(): Promise<string> {
      clearInterval(timer)
      await pool.destroy()
      return [...counts].map(([status, number]) => `${number} × ${status}`).join(', ')
    },
  }
}

function print(work: string, idle: number[], busy: number[], answers: string): void {
  const ratios = [0.5, 0.95].map((share) => quantile(busy, share) / quantile(idle, share))
  const mark = ratios.every((ratio) => ratio <= reach) ? 'ok  ' : 'MISS'
  const figures = [0.5, 0.95].map(
    (share, at) =>
      `p${share * 100} ${quantile(idle, share).toFixed(1)} → ${quantile(busy, share).toFixed(1)} ms = ${ratios[at]?.toFixed(2)} ×`,
  )
  process.stdout.write(
    `${mark} ${work}: ${figures.join(', ')} (reach ${reach}; flood: ${answers})\n`,
  )
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
