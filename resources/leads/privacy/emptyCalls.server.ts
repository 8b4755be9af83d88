import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '#server'

/**
 * Empties the bodies that the request log keeps of calls about leads: ours to brokers, those in which partners brought them,
 * and those in which brokers told comments (product.md 15.3). That there was a call, and how it ended, stays.
 */
export async function emptyCallsOfLeads(ids: readonly number[], database: Sql): Promise<void> {
  const all = sql`any(${[...ids]}::bigint[])`
  await sql`
    update requests set request = null, response = null
    where lead = ${all} and (request is not null or response is not null)`.execute(database)
  const moments = sql`
    select department, created_at as at from leads where id = ${all} and department is not null
    union select s.department, c.created_at from lead_comments c join sends s on s.lead = c.lead
    where c.lead = ${all} and c."user" is null`
  await emptyCallsAt(moments, database)
}

/** The same of calls whose leads were refused. */
export function emptyCallsOfFailed(ids: readonly number[], database: Sql): Promise<void> {
  const moments = sql`
    select department, created_at as at from failed_leads
    where id = any(${[...ids]}::bigint[]) and department is not null`
  return emptyCallsAt(moments, database)
}

/**
 * Empties the calls that departments had under way at some moments, for a call of many leads names none of them. Clocks of
 * processes and of the database may be a minute apart.
 */
async function emptyCallsAt(moments: RawBuilder<unknown>, database: Sql): Promise<void> {
  await sql`
    update requests r set request = null, response = null from (${moments}) m
    where r.department = m.department and r.direction = 'in'
      and r.created_at between m.at - interval '15 minutes' and m.at + interval '1 minute'
      and r.created_at + r.duration_ms * interval '1 ms' >= m.at - interval '1 minute'
      and (r.request is not null or r.response is not null)`.execute(database)
}
