import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect } from 'vitest'

import type { Database } from '../../../../src/server/kernel/database.ts'
import { call, signIn, uploadTo } from '../../../fixtures/process.ts'
import { checked, fileOf, importedOf, rows, type Check } from './killedWork.ts'

const admin = { email: 'kills@example.com', password: 'slow tides move 41 barges' }

/** The settings of a process that works for nobody but a test. */
export const settingsOf = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  APP_KEY: randomBytes(32).toString('hex'),
  DEMO: '0',
  RATE_LIMIT: '100000',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
})

/** Who asks a process for work. */
export interface Asking {
  readonly token: string
  /** The source of all leads. */
  readonly source: number
  readonly console: { readonly address: string }
}

/** Signs in, and makes what every import needs. */
export async function beginAsking<Console extends Asking['console']>(console: Console) {
  const token = await signIn(console.address, admin.email, admin.password)
  const source = await call(console.address, 'POST', '/settings/source', {
    token,
    body: { name: 'Search' },
  })
  return { token, console, source: source.body.data.id as number }
}

/** Work that somebody asks for, with a key, so that who gets no answer may ask again. */
export interface Order {
  readonly kind: string
  readonly path: string
  readonly body?: object
  readonly check: Check
  /** The import that it is about, where the answer names none. */
  readonly about?: number
}

/** The import of a new file of so many rows, or its check. */
export async function importOf(
  name: string,
  { console, token, source }: Asking,
  { check = false, count = rows } = {},
): Promise<Order> {
  const file = { name: `${name}.csv`, purpose: 'import:leads', content: fileOf(name, count) }
  const upload_id = await uploadTo(console.address, token, file)
  const mapping = ['email', 'first_name']
  return {
    kind: check ? 'check' : 'import',
    path: '/lead/import',
    body: { upload_id, mapping, settings: { source }, check },
    check: check ? checked : importedOf(count),
  }
}

/** Begins a piece of work, and waits while the process says that it is busy. */
export async function ask({ path, body = {} }: Order, key: string, { console, token }: Asking) {
  for (;;) {
    const answer = await call(console.address, 'POST', path, { token, body, key })
    if (answer.status === 202) return answer.body.data
    expect([path, answer.status, answer.body]).toEqual([path, 503, expect.any(Object)])
    await pause(500)
  }
}

/** How many items of all jobs are done. */
async function progress({ sql: database }: Database): Promise<number> {
  const { rows: found } = await sql<{ done: number }>`
    select coalesce(sum(processed), 0)::int as done from jobs`.execute(database)
  return found[0]?.done ?? 0
}

/** Waits until jobs have ended, for as long as something still moves. */
export async function untilEnded(jobs: readonly number[], database: Database): Promise<void> {
  for (let rest = 0, before = -1; ; rest += 1) {
    const { rows: open } = await sql`
      select id, type, state, processed, message from jobs
      where id = any(${jobs}::bigint[]) and finished_at is null`.execute(database.sql)
    if (open.length === 0) return
    const done = await progress(database)
    if (done > before) rest = 0
    before = done
    if (rest > 300) throw new Error(`work stands still: ${JSON.stringify(open)}`)
    await pause(200)
  }
}
