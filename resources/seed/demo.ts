import { sql } from 'kysely'

import { accessChanged, hashPassword, recount, type Backend, type Sql } from '#server'

import { demoAccounts, demoUsers } from './accounts.ts'
import { demoLeads } from './demoLeads.ts'
import { addPartners } from './demoSettings.ts'
import { idsBy, insertPairs, insertRows } from './insertRows.ts'

/** Fills a console that nobody uses yet: users for every seed role, partners and leads. */
export async function demo({ database, business }: Backend): Promise<void> {
  const { rows } = await sql`select from users limit 1`.execute(database.sql)
  if (rows.length > 0) return
  const passwords = await Promise.all(demoAccounts.map(({ password }) => hashPassword(password)))
  await database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadgate demo'))`.execute(transaction)
    const { rows: others } = await sql`select from users limit 1`.execute(transaction)
    if (others.length > 0) return
    await addUsers(transaction, passwords)
    await addPartners(transaction, Date.now())
    await addLeads(transaction, Date.now())
    await recount(business.resources, transaction)
    await accessChanged(transaction)
  })
  // Without statistics the first lists of a fresh table are planned for an empty one.
  await sql`analyze leads`.execute(database.sql)
}

async function addUsers(database: Sql, passwords: readonly string[]): Promise<void> {
  const users = demoUsers.map(({ name, email, is_sender }, index) => {
    return { name, email, is_sender, is_active: true, password: passwords[index], ...preferences }
  })
  await insertRows(database, 'users', users)
  const [user, role] = [
    await idsBy(database, 'users', 'email'),
    await idsBy(database, 'roles', 'name'),
  ]
  const pairs = demoUsers.map((one) => [user(one.email), role(one.role)] as const)
  await insertPairs(database, 'users_roles', pairs)
}

const preferences = { must_change_password: false, locale: 'en', timezone: 'UTC', per_page: 25 }

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
