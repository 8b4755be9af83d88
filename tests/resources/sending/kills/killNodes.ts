import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect } from 'vitest'

import { startFakeBroker } from '../../../../resources/sending/fakeBroker/fakeBroker.server.ts'
import type { Database } from '../../../../src/server/kernel/database.ts'
import { createPostgresDatabase } from '../../../fixtures/database.ts'
import { kill } from '../../../fixtures/work/killing.ts'
import {
  createBalancer,
  killAndRestart,
  startNode,
  steadily,
  type Node,
} from '../../../fixtures/work/nodes.ts'
import { call, signIn } from '../../../fixtures/process.ts'
import { fillSending } from '../../../fixtures/sending/sending.ts'
import { check, expireLeases, fillLeads, sendsOf, untilDone } from './killing.ts'

interface Storm {
  readonly lastingMs: number
  /** A node is killed, and started again, each time. */
  readonly everyMs: number
}

const admin = { email: 'nodes@example.com', password: 'slow tides move 41 barges' }
/** Leads of one send, and how many sends, leads of a partner and reads are asked for in a second. */
const load = { leads: 20, sends: 0.5, partner: 2, reads: 4 }
const reads = ['/lead/history/search', '/lead/search?per_page=25', '/dashboard', '/profile']

/**
 * Kills one node after the other while people and partners work; what was answered is there once, and no lead went twice, also
 * where two people send it at the same moment.
 */
export async function killNodes({ lastingMs, everyMs }: Storm): Promise<void> {
  const database = await createPostgresDatabase(process.env['TEST_DATABASE_URL'] ?? '')
  const broker = await startFakeBroker({ delayMs: 20 })
  const env = {
    DATABASE_URL: database.url,
    APP_KEY: randomBytes(32).toString('hex'),
    DEMO: '0',
    RATE_LIMIT: '100000',
    OUTBOUND_LOOPBACK: broker.origin,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
  const nodes: Node[] = []
  try {
    // The first makes the tables.
    for (const role of ['web', 'worker', 'web', 'worker'] as const) {
      nodes.push(await startNode(role, env))
    }
    const web = nodes.filter(({ role }) => role === 'web')
    const people = await prepare(database, broker.origin, web)
    const balancer = createBalancer(web)
    const until = Date.now() + lastingMs
    const [orders, taken] = await Promise.all([
      order(people, balancer, until),
      bringLeads(people, balancer, until),
      steadily(load.reads, until, async (n) => {
        await balancer.ask('GET', reads[n % reads.length] ?? '', people)
      }),
      killInTurn(nodes, env, { until, everyMs }),
    ])
    await untilDone(database)
    await expireLeases(database)
    const { asked, retried, failed } = balancer.counts
    const left = await untilEnded(database)
    const sends = await sendsOf(database)
    const unknown = sends.filter(({ state }) => state === 'unknown').length
    const jobs = orders.flat().length
    process.stdout.write(
      `${asked} requests, ${retried} asked again, ${failed.length} failed; ${orders.length} orders of ${jobs} people, ` +
        `${sends.length} sends, ${unknown} unknown; ${taken.length} leads of the partner\n`,
    )
    expect(left).toEqual([])
    const isSecond = ({ failure_status }: { failure_status: string | null }) =>
      failure_status === 'Already sent'
    const first = sends.filter((one) => !isSecond(one))
    check(first, broker.accepted)
    expect(first).toHaveLength(orders.length * load.leads)
    expect(sends.filter(isSecond)).toHaveLength((jobs - orders.length) * load.leads)
    await expectOnce(database, taken)
    expect(failed.length, failed.join('\n')).toBeLessThan(asked / 1_000)
  } finally {
    await Promise.all(nodes.map((node) => kill(node.process)))
    await broker.stop()
    await database.close()
  }
}

interface People {
  /** Of somebody who sends. */
  readonly token: string
  readonly partner: string
  readonly department: number
  /** Leads that wait to be sent. */
  readonly leads: number[]
}

async function prepare(database: Database, origin: string, web: readonly Node[]): Promise<People> {
  const { department, source, broker } = await fillSending(database, origin)
  // What a killed worker had under way is known to be lost after this and a minute.
  await sql`update send_integrations set total_timeout = 10`.execute(database.sql)
  await sql`update users set is_sender = true`.execute(database.sql)
  const leads = await fillLeads(database, source, 50_000)
  const address = web[0]?.address ?? ''
  const token = await signIn(address, admin.email, admin.password)
  const make = async (path: string, body: object) => {
    const answer = await call(address, 'POST', path, { token, body })
    expect([answer.status, answer.body.errors]).toEqual([expect.any(Number), undefined])
    return answer.body.data
  }
  const caller = await make('/broker/department', {
    branch_name: 'Calls us',
    broker_id: broker,
    auth_type: 'token',
    allowed_ips: ['127.0.0.1'],
    is_sender: true,
    send_a_lot: true,
    default_source: source,
  })
  const { api_token } = await make(`/broker/department/${caller.id}/token`, {})
  return { token, partner: api_token, department, leads }
}

type Balancer = ReturnType<typeof createBalancer>

/** Sends leads by the dialog's two calls, of which two people make the second one at once. Returns the jobs of each order. */
async function order(
  { token, department, leads }: People,
  { ask }: Balancer,
  until: number,
): Promise<number[][]> {
  const orders: number[][] = []
  await steadily(load.sends, until, async (n) => {
    const wanted = { ids: leads.splice(0, load.leads), values: { departments: [department] } }
    const key = `order-${n}`
    const preview = await ask('POST', '/lead/send/preview', { token, body: wanted, key })
    if (!preview) return
    const { confirm_token } = preview.body.data
    const body = { ...wanted, confirm_token, expected_count: load.leads }
    const answers = await Promise.all(
      [key, `${key}-too`].map((own) => ask('POST', '/lead/send', { token, body, key: own })),
    )
    const made = answers.flatMap((answer) => answer ?? [])
    for (const { status, body: told } of made) expect(status, JSON.stringify(told)).toBe(202)
    if (made.length > 0) orders.push(made.map(({ body: { data } }) => data.job_id))
  })
  const jobs = orders.flat()
  expect(new Set(jobs).size).toBe(jobs.length)
  return orders
}

/** Returns the addresses of the leads that were answered as taken. */
async function bringLeads(
  { partner }: People,
  { ask }: Balancer,
  until: number,
): Promise<string[]> {
  const taken: string[] = []
  await steadily(load.partner, until, async (n) => {
    const body = { email: `partner${n}@example.com`, external_id: `p-${n}` }
    const answer = await ask('POST', '/partner/lead', { token: partner, body, key: `lead-${n}` })
    if (answer) expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    if (answer) taken.push(body.email)
  })
  return taken
}

async function killInTurn(
  nodes: readonly Node[],
  env: Record<string, string>,
  { until, everyMs }: { until: number; everyMs: number },
): Promise<void> {
  for (let turn = 0; Date.now() + everyMs < until; turn += 1) {
    await pause(everyMs)
    const node = nodes[turn % nodes.length]
    if (node) await killAndRestart(node, env)
  }
}

/** Waits for what killed workers left to be found, and returns jobs that have not ended. */
async function untilEnded({ sql: database }: Database): Promise<unknown[]> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await sql`
      select id, state, message from jobs where type = 'sends.lead_send' and finished_at is null
      union all select id, state, 'a send' from sends where state in ('pending', 'sending')`.execute(
      database,
    )
    if (rows.length === 0 || tries === 120) return rows
    await pause(500)
  }
}

async function expectOnce({ sql: database }: Database, emails: readonly string[]): Promise<void> {
  const { rows } = await sql<{ leads: number; people: number; found: number }>`
    select count(*)::int as leads, count(distinct email)::int as people,
      count(*) filter (where email = any(${[...emails]}::text[]))::int as found
    from leads where email like 'partner%'`.execute(database)
  expect(rows[0]).toMatchObject({ found: emails.length })
  expect(rows[0]?.people).toBe(rows[0]?.leads)
}
