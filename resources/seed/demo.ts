import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { fingerprints, idsBy, insertPairs, insertRows, type Sql } from '#server'
import { demoOf } from '#system/server'

import { demoPassword, demoUsers } from './accounts.ts'
import { addHistory } from './demoHistory.ts'
import { addIntegration } from './demoIntegration.ts'
import { demoLeads } from './demoLeads.ts'
import { addRefused } from './demoRefused.ts'
import { addPartners } from './demoSettings.ts'
import { countTaken } from '../sending/engine/caps/countTaken.server.ts'
import type { Integration } from '../sending/integration/integration.ts'
import { contentOf } from '../sending/integration/integration.server.ts'
import { rollUp } from '../sending/statistics/rollUp.server.ts'

/** Fills a new console: users for every seed role, partners and leads. */
export const { demo, demoAccounts } = demoOf(
  demoUsers,
  demoPassword,
  async (transaction, backend) => {
    await addPartners(transaction, Date.now())
    await addIntegration(transaction, backend)
    await addLeads(transaction, Date.now(), fingerprints(backend))
    await addHistory(transaction, Date.now())
    await addChanges(transaction)
    await addVersions(transaction)
    const { rows: departments } = await sql<{ id: number }>`
      select id from broker_departments`.execute(transaction)
    await countTaken(
      departments.map(({ id }) => id),
      transaction,
    )
    // Each run adds up a month of what is past.
    for (const _month of [1, 2, 3]) await rollUp(transaction)
    await addRefused(transaction, backend, Date.now())
    // Without statistics the first lists of a fresh table are planned for an empty one.
    await sql`analyze leads, sends`.execute(transaction)
  },
)

/** As if each integration had been saved as it is. */
async function addVersions(database: Sql): Promise<void> {
  const { rows } = await sql<Integration>`select * from send_integrations`.execute(database)
  const versions = rows.map((one) => ({
    integration: one.id,
    number: one.revision,
    content: contentOf(one),
  }))
  await insertRows(database, 'integration_versions', versions)
}

async function addLeads(
  database: Sql,
  now: number,
  fingerprint: (text: string) => string,
): Promise<void> {
  const user = await idsBy(database, 'users', 'email')
  const ids = {
    country: await idsBy(database, 'countries', 'iso_3166_2'),
    language: await idsBy(database, 'languages', 'code'),
    source: await idsBy(database, 'sources', 'name'),
    status: await idsBy(database, 'statuses', 'name'),
    user: user('importer@example.com'),
  }
  const leads = demoLeads(ids, now, fingerprint)
  await insertRows(
    database,
    'leads',
    leads.map(({ values }) => ({ ...values, uuid: randomUUID() })),
  )
  const [lead, tag] = [
    await idsBy(database, 'leads', 'external_id'),
    await idsBy(database, 'tags', 'name'),
  ]
  const pairs = leads.flatMap(({ values, tags }) =>
    tags.map((name) => [lead(values.external_id ?? ''), tag(name)] as const),
  )
  await insertPairs(database, 'leads_tags', pairs)
  const commented = leads.slice(-demoComments.length)
  await insertRows(
    database,
    'lead_comments',
    commented.map(({ values }, at) => ({
      lead: lead(values.external_id ?? ''),
      user: user('sender@example.com'),
      text: demoComments[at],
    })),
  )
}

/** As if a manager had put in the queue what waits there. */
async function addChanges(database: Sql): Promise<void> {
  const status = await idsBy(database, 'statuses', 'name')
  const manager = (await idsBy(database, 'users', 'email'))('manager@example.com')
  const [before, after] = ['New', 'In queue'].map((name) => status(name))
  await sql`
    insert into audit_log (at, user_id, action, resource, record_id, version, before, after)
    select status_changed_at, ${manager}, 'update', 'leads', id, version,
      jsonb_build_object('status', ${before}::bigint), jsonb_build_object('status', ${after}::bigint)
    from leads where status = ${after} order by status_changed_at`.execute(database)
}

/** What people said about the newest leads. */
const demoComments = [
  'Asked to be called after work, between six and eight.',
  'Wants the offer in writing first; sent to the address we have.',
  'Speaks better English than the language given.',
]
