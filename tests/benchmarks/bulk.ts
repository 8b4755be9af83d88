import { performance } from 'node:perf_hooks'

import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'

import { business } from '../../resources/index.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { openBackend } from '../../src/server/process.ts'
import { call, signIn, startConsole } from '../fixtures/process.ts'
import { finished } from './files.ts'
import { startPostgres } from './postgres.ts'
import { processorMs, servers } from './processorTime.ts'

// `npm run bench -- bulk [leads] [changed] [rounds]`: a bulk change of the status of many leads, beside one UPDATE … RETURNING of as many others into the
// audit table; by the clock, and by the processor time of all processes. In a database that `npm run bench -- growth [leads]` has
// left on BENCH_DATABASE_URL.
const rows = Number(process.argv[3] ?? 1_000_000)
const many = Number(process.argv[4] ?? 100_000)
const rounds = Number(process.argv[5] ?? 3)
const reach = 4

const account = { email: 'bench@example.com', password: 'slow tides move 41 barges' }
const server = startPostgres()
const url = Object.assign(new URL(server.url), { pathname: `/growth_${rows}` }).href
const env = {
  APP_KEY: '5a'.repeat(32),
  DEMO: '0',
  RATE_LIMIT: '100000000',
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
  DATABASE_URL: url,
}
const { database } = await openBackend(business, readConfig(env), pino({ level: 'warn' }))

const direct = `
  with old as (select id, status from leads where id between $2 and $3 and deleted_at is null),
  changed as (
    update leads l set status = $1, status_changed_at = now(), updated_at = now(), version = version + 1
    from old where old.id = l.id returning l.id, l.version, old.status as before, l.status as after
  )
  insert into audit_log (user_id, action, resource, record_id, version, before, after)
  select 1, 'update', 'leads', id, version, jsonb_build_object('status', before), jsonb_build_object('status', after)
  from changed`

interface Cost {
  readonly ms: number
  readonly processor: number
}

try {
  const costs: Record<'ours' | 'bare', Cost[]> = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round += 1) {
    const from = 1 + 2 * round * many
    const status = await rarestStatus(from, from + 2 * many)
    costs.bare.push(await bare(status, from))
    // Those with a first deposit are skipped.
    costs.ours.push(await ours(status, from + many))
  }
  const [own, floor] = [sumOf(costs.ours), sumOf(costs.bare)]
  const ratio = (of: keyof Cost) => (own[of] / floor[of]).toFixed(2)
  process.stdout.write(
    `bulk change of ${many.toLocaleString('en')} leads, ${rounds} times: ${text(own)}; one UPDATE … RETURNING into the ` +
      `audit table: ${text(floor)} = ${ratio('ms')} × by the clock, ${ratio('processor')} × by the processor (reach ${reach})\n`,
  )
} finally {
  await database.close()
  server.stop()
}

/** Of some leads, as what has it already is not changed, and without a rule: what one does besides is no part of the work. */
async function rarestStatus(from: number, to: number): Promise<number> {
  const { rows: found } = await sql<{ id: number }>`
    select s.id from statuses s
    where not exists (select from lead_status_settings where status = s.id)
    order by (select count(*) from leads where status = s.id and id between ${from} and ${to}), s.id desc
    limit 1`.execute(database.sql)
  return found[0]?.id ?? 1
}

async function bare(status: number, from: number): Promise<Cost> {
  const since = new Date()
  const client = new Client({ connectionString: url })
  await client.connect()
  const cost = await costOf(since, [], async () => {
    await client.query(direct, [status, from, from + many - 1])
  })
  await client.end()
  return cost
}

async function ours(status: number, from: number): Promise<Cost> {
  const since = new Date()
  const console = await startConsole(process.cwd(), env, 'src/server/start.js')
  try {
    const token = await signIn(console.address, account.email, account.password)
    const filter = { id_from: from, id_to: from + many - 1 }
    const { rows: counts } = await sql<{ count: number }>`
      select count(*)::int as count from leads
      where id between ${from} and ${from + many - 1} and deleted_at is null`.execute(database.sql)
    const values = { status }
    const order = { filter, expected_count: counts[0]?.count, values }
    return await costOf(since, [console.process.pid], async () => {
      const answer = await call(console.address, 'POST', '/lead/bulk/status', {
        token,
        body: order,
      })
      if (answer.status !== 202) throw new Error(JSON.stringify(answer.body))
      const job = await finished(console.address, token, answer.body.data.job_id)
      if (!job.state.startsWith('finished')) throw new Error(JSON.stringify(job))
    })
  } finally {
    await console.stop()
  }
}

async function costOf(
  since: Date,
  processes: readonly (number | undefined)[],
  work: () => Promise<void>,
): Promise<Cost> {
  const pids = async () => [...processes, ...(await servers(database.sql, since))]
  const [before, begun] = [processorMs(await pids()), performance.now()]
  await work()
  const ms = performance.now() - begun
  return { ms, processor: processorMs(await pids()) - before }
}

function sumOf(costs: readonly Cost[]): Cost {
  return {
    ms: costs.reduce((sum, { ms }) => sum + ms, 0),
    processor: costs.reduce((sum, { processor }) => sum + processor, 0),
  }
}

function text({ ms, processor }: Cost): string {
  return `${(ms / 1000).toFixed(1)} s (processor ${(processor / 1000).toFixed(1)} s)`
}
