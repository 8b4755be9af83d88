import { sql } from 'kysely'

import { idsBy, insertPairs, insertRows, type Sql } from '#server'
import { demoOf } from '#system/server'

import { demoPassword, demoUsers } from './accounts.ts'
import { demoLeads } from './demoLeads.ts'
import { addPartners } from './demoSettings.ts'

/** Fills a console that nobody uses yet: users for every seed role, partners and leads. */
export const { demo, demoAccounts } = demoOf(demoUsers, demoPassword, async (transaction) => {
  await addPartners(transaction, Date.now())
  await addLeads(transaction, Date.now())
  // Without statistics the first lists of a fresh table are planned for an empty one.
  await sql`analyze leads`.execute(transaction)
})

async function addLeads(database: Sql, now: number): Promise<void> {
  const user = await idsBy(database, 'users', 'email')
  const ids = {
    country: await idsBy(database, 'countries', 'iso_3166_2'),
    language: await idsBy(database, 'languages', 'code'),
    source: await idsBy(database, 'sources', 'name'),
    status: await idsBy(database, 'statuses', 'name'),
    user: user('importer@example.com'),
  }
  const leads = demoLeads(ids, now)
  await insertRows(
    database,
    'leads',
    leads.map(({ values }) => values),
  )
  const [lead, tag] = [
    await idsBy(database, 'leads', 'external_id'),
    await idsBy(database, 'tags', 'name'),
  ]
  const pairs = leads.flatMap(({ values, tags }) =>
    tags.map((name) => [lead(values.external_id ?? ''), tag(name)] as const),
  )
  await insertPairs(database, 'leads_tags', pairs)
}
