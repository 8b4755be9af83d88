import { sql } from 'kysely'

import { idsBy, insertPairs, insertRows, type Sql } from '#server'

import { demoCompanies, demoSources, demoTags } from './demoPartners.ts'
import { demoBrokers } from './demoBrokers.ts'
import { demoWords } from './demoState.ts'

const day = 86_400_000
const active = { is_active: true }

/** Sources, tags, affiliate companies, brokers and their departments. */
export async function addPartners(database: Sql, now: number): Promise<void> {
  await insertRows(database, 'tags', demoTags)
  const status = await idsBy(database, 'statuses', 'name')
  const sources = demoSources.map(({ name }) => ({
    name,
    default_status: status('New'),
    show_statuses_to_source: false,
    ...active,
  }))
  await insertRows(database, 'sources', sources)
  await addRandomStatus(database, status)
  await addMaps(database, status)
  await insertRows(
    database,
    'affiliate_companies',
    demoCompanies.map((name) => ({ name, ...active })),
  )
  await addBrokers(database, now)
}

/** The words of brokers that are mapped already. */
async function addMaps(database: Sql, status: (name: string) => number): Promise<void> {
  const maps = demoWords.map(([broker_status, name]) => ({
    broker_status,
    compared_as: broker_status.toLowerCase(),
    status: status(name),
    counts_as_ftd: name === 'Deposit',
  }))
  await insertRows(database, 'status_maps', maps)
}

/** The answers that a partner gets to its test leads. */
async function addRandomStatus(database: Sql, status: (name: string) => number): Promise<void> {
  const source = await idsBy(database, 'sources', 'name')
  const rule = { source: source('Partner Desk'), use: 'test_answers', delay_min: 1, delay_max: 30 }
  await insertRows(database, 'source_random_statuses', [{ ...rule, ...active }])
  const { rows } = await sql<{ id: number }>`
    select id from source_random_statuses`.execute(database)
  const weights = { 'No answer': 50, Interested: 35, Deposit: 15 }
  await insertRows(
    database,
    'source_random_status_rows',
    Object.entries(weights).map(([name, weight], at) => ({
      rule: rows[0]?.id ?? 0,
      position: at + 1,
      status: status(name),
      weight,
    })),
  )
}

async function addBrokers(database: Sql, now: number): Promise<void> {
  const brokers = demoBrokers.map((one) => ({
    name: one.name,
    company_name: one.company_name,
    regulator: one.regulator,
    licence_number: one.licence_number,
    contract_expires_in: new Date(now + one.contractDays * day).toISOString().slice(0, 10),
    licence_checked_at: new Date(now - 30 * day).toISOString().slice(0, 10),
    ...active,
  }))
  await insertRows(database, 'brokers', brokers)
  const broker = await idsBy(database, 'brokers', 'name')
  const company = await idsBy(database, 'affiliate_companies', 'name')
  const pairs = demoBrokers.flatMap(({ name, companies }) =>
    companies.map((one) => [broker(name), company(one)] as const),
  )
  await insertPairs(database, 'brokers_affiliate_companies', pairs)
  const departments = demoBrokers.flatMap(({ name, departments }) =>
    departments.map((branch_name) => ({ branch_name, broker_id: broker(name), ...department })),
  )
  await insertRows(database, 'broker_departments', departments)
}

const department = {
  site_url: 'https://www.example.com',
  auth_type: 'none',
  is_sender: false,
  send_a_lot: false,
  is_test: false,
  timezone: 'UTC',
  ...active,
}
