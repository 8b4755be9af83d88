import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { insertRows, type Backend, type Sql } from '#server'

import { playedPull } from '../sending/fakeBroker/playedPull.ts'
import { mappingRow, ruleRow } from '../sending/integration/fields/rows.ts'

/** What the broker that is played within the demo gets of a lead. */
const sent = {
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  country: 'country',
  language: 'language',
  ip: 'ip',
  source: 'source.name',
  funnel: 'funnel',
}
const required: readonly string[] = ['email', 'phone']

/** A row of the mapping. */
export const row = (target: string, value: string) =>
  mappingRow({ target, value, required: required.includes(target) })

/** The broker of the demo that is played: its department sends for real, to a server on this machine. */
export async function addIntegration(database: Sql, { config }: Backend): Promise<void> {
  const { rows } = await sql<{ id: number; broker_id: number }>`
    select d.id, d.broker_id from broker_departments d join brokers b on b.id = d.broker_id
    where b.name = 'Demo broker'`.execute(database)
  const [department] = rows
  if (!department) return
  const origin = config.outboundLoopback ?? 'http://127.0.0.1:4780'
  const reason = { reason_path: 'message' }
  const now = new Date().toISOString()
  const integration = {
    name: 'Demo broker, played on this machine',
    department: department.id,
    broker: department.broker_id,
    template: 'hypernet',
    environment: 'live',
    state: 'active',
    tested_at: now,
    url: `${origin}/mixed`,
    auth_type: 'none',
    postback_key: randomBytes(24).toString('base64url'),
    postback_id: 'lead',
    postback_status: 'state',
    mapping: Object.entries(sent).map(([target, value]) => row(target, value)),
    rules: [
      ruleRow({ path: 'success', test: 'true', outcome: 'success' }),
      ruleRow({
        look_at: 'body',
        test: 'regex',
        value: 'duplicat|exist',
        outcome: 'duplicate',
        ...reason,
      }),
      ruleRow({
        look_at: 'body',
        test: 'contains',
        value: 'No hubs available',
        outcome: 'capacity',
        ...reason,
      }),
      ruleRow({ path: 'code', test: 'equals', value: '401', outcome: 'auth', ...reason }),
      ruleRow({ path: 'success', test: 'false', outcome: 'rejected', ...reason }),
    ],
    id_paths: ['leadId'],
    link_paths: ['redirectUrl'],
    message_paths: ['message'],
    ...playedPull(origin),
    pull_every: 5,
    note: 'Its path chooses what it answers: /success, /duplicate, /capacity, /auth, /slow, /error-after-accept, /mixed …',
  }
  await insertRows(database, 'send_integrations', [integration])
  await sql`
    update broker_departments set default_integration = (
      select id from send_integrations where department = ${department.id})
    where id = ${department.id}`.execute(database)
}
