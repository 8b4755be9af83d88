import { sql } from 'kysely'

import { invalid, type Context } from '#server'

import { msg } from '../msg.server.ts'
import { status, type Status } from './status.ts'

/** Throws 422 under a field for a deposit with which a new lead would begin: that is for a broker to say (product.md 9.5). */
export async function refuseDeposits(
  ids: readonly number[],
  { records }: Pick<Context, 'records'>,
  field: string,
): Promise<void> {
  if (ids.length === 0) return
  const found = await records(status).find({ id: { in: [...ids] } } as object)
  const deposit = found.find(({ group }) => group === 'deposit')
  if (deposit) throw refusal(deposit, field)
}

/** The same of a status with which new leads begin already, or as the default would. */
export async function refuseDepositAtFirst(
  { group, is_default, name = '', id }: Partial<Status>,
  changes: Partial<Status>,
  { sql: database }: Pick<Context, 'sql'>,
): Promise<void> {
  if (group !== 'deposit' || !('group' in changes || 'is_default' in changes)) return
  if (is_default) throw refusal({ name }, changes.is_default ? 'is_default' : 'group')
  const { rows } = await sql`
    select from sources where default_status = ${id ?? null}::bigint
    union all
    select from source_random_status_rows d join source_random_statuses r on r.id = d.rule
    where d.status = ${id ?? null}::bigint and r.use = 'initial_status'
    limit 1`.execute(database)
  if (rows.length > 0) throw refusal({ name }, 'group')
}

const refusal = ({ name }: Pick<Status, 'name'>, field: string) =>
  invalid({ [field]: [msg('a_new_lead_cannot_begin_as', { status: name })] })
