import { idsBy, insertRows, type Row, type Sql } from '#server'

/** What the seeded statuses do to their leads (product.md 3.6). */
const rules: Readonly<Record<string, Row>> = {
  'No answer': { days_not_available: 3 },
  'Not interested': { days_not_available: 90 },
  'Wrong number': { can_send: false },
  'Do not call': { can_send: false, add_to_black_list: true },
  Deposit: { can_send: false, is_final: true },
}

const harmless: Row = {
  scope: 'all',
  can_send: true,
  days_not_available: 0,
  is_final: false,
  add_to_black_list: false,
  hide_from_source: false,
}

/** Adds them beside the statuses that a new installation begins with. */
export async function addStatusRules(database: Sql): Promise<void> {
  const status = await idsBy(database, 'statuses', 'name')
  await insertRows(
    database,
    'lead_status_settings',
    Object.entries(rules).map(([name, does]) => ({ status: status(name), ...harmless, ...does })),
  )
}
