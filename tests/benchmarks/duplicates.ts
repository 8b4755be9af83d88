import { performance } from 'node:perf_hooks'

import { Client } from 'pg'
import pino from 'pino'

import { findSame, transactAsProcess, type Sql } from '#server'

import { business } from '../../resources/index.server.ts'
import { lead } from '../../resources/leads/lead/lead.ts'
import { sameRule } from '../../src/server/records/write/validation/same.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { openBackend } from '../../src/server/process.ts'
import { quantile } from './load.ts'
import { startPostgres } from './postgres.ts'

// `npm run bench -- duplicates [leads]`: who is the same person as a new lead, by both keys at once, beside the same SELECT run
// directly, prepared as well. In a database that `npm run bench -- growth [leads]` has left on BENCH_DATABASE_URL.
const rows = Number(process.argv[3] ?? 1_000_000)
const rounds = 4_000
const server = startPostgres()
const url = Object.assign(new URL(server.url), { pathname: `/growth_${rows}` }).href
const env = { APP_KEY: '5a'.repeat(32), DEMO: '0', DATABASE_URL: url, LEADGATE_ROLE: 'web' }
const backend = await openBackend(business, readConfig(env), pino({ level: 'warn' }))
const client = new Client({ connectionString: url })
await client.connect()

const bare = `select id from leads where email_key = $1 and deleted_at is null
  union all select id from leads where phone_key = $2 and deleted_at is null`
const rule = sameRule({ groups: [['email_key'], ['phone_key']] })

try {
  const people = await someKeys()
  await transactAsProcess(backend, async ({ sql, user }) => {
    const ours = (record: Keys) =>
      findSame({ resource: lead, user, records: [{ ...record }], rule }, sql as Sql)
    const direct = async ({ email_key, phone_key }: Keys) =>
      (await client.query({ name: 'bare', text: bare, values: [email_key, phone_key] })).rows
    const times: Record<'ours' | 'direct', number[]> = { ours: [], direct: [] }
    for (let round = 0; round < rounds; round += 1) {
      const one = people[round % people.length]
      if (!one) break
      for (const [name, find] of Object.entries({ ours, direct }) as ['ours', typeof ours][]) {
        const begun = performance.now()
        const found = await find(one)
        if (found.length === 0) throw new Error('a lead is not found by its own keys')
        if (round > rounds / 4) times[name].push(performance.now() - begun)
      }
    }
    const [own, floor] = [quantile(times.ours, 0.5), quantile(times.direct, 0.5)]
    process.stdout.write(
      `duplicates of one person among ${rows.toLocaleString('en')} leads: ${own.toFixed(2)} ms, ` +
        `the same SELECT ${floor.toFixed(2)} ms = ${(own / floor).toFixed(2)} × (reach 1.6)\n`,
    )
  })
} finally {
  await client.end()
  await backend.database.close()
  server.stop()
}

interface Keys {
  readonly email_key: string
  readonly phone_key: string | null
}

/** Of people who are there, from all times. */
async function someKeys(): Promise<Keys[]> {
  const found = await client.query<Keys>(
    `select email_key, phone_key from leads
     where id in (select (n * $1::float8 / 1000)::bigint from generate_series(1, 1000) n)
       and email_key is not null and deleted_at is null`,
    [rows],
  )
  return found.rows
}
