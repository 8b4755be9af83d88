import { sql, type RawBuilder } from 'kysely'

import type { Context, Sql } from '#server'

import { wordsUnder } from '../../leads/statusSetting/mappedWords.server.ts'
import type { StatusMap } from '../../leads/statusSetting/statusMap.ts'
import { msg } from '../../msg.server.ts'
import { send } from '../send/send.ts'
import { moveLeads } from './moveLeads.server.ts'

type Mapping = Pick<StatusMap, 'id' | 'status' | 'counts_as_ftd'>

/** The leads that the broker has a word for which a mapping now says otherwise than their sends have it. */
export const leadsToMap = async (mapping: Mapping, database: Sql) =>
  sql<{ id: number }>`select distinct s.lead as id ${await sendsUnder(mapping, database)}`

/** Makes of leads what their broker would by saying its word once more. */
export async function applyMapping(
  leads: readonly number[],
  mapping: Mapping,
  { user, ...context }: Context,
): Promise<void> {
  const { status, counts_as_ftd } = mapping
  const note = msg('applied_status_mapping', { mapping: mapping.id })
  const { rows } = await sql<{ id: number }>`
    select s.id ${await sendsUnder(mapping, context.sql)} and s.lead = any(${leads}::bigint[])
    order by s.id`.execute(context.sql)
  const now = new Date().toISOString()
  const deposits = new Set<number>()
  const changed = await context.records(send).updateAll(
    rows.map(({ id }) => id),
    (held) =>
      new Map(
        held.map((one) => {
          const isFirst = counts_as_ftd && !one.ftd_at && !one.ftd_cancelled_at
          if (isFirst) deposits.add(one.id)
          return [one.id, { status, ...(isFirst && { ftd_at: now, ftd_detected_at: now }) }]
        }),
      ),
    { detail: { note } },
  )
  // What a broker says moves leads by the mapping, whatever the person may set who applies it.
  const all = context.backend.business.permissions.map(({ name }) => name)
  const asBroker = { ...user, permissions: new Set(all) }
  await moveLeads(changed, { deposits, note }, { ...context, user: asBroker })
}

/** The sends with the word of a mapping, of leads that are there, which say something else yet. */
async function sendsUnder(
  { id, status, counts_as_ftd }: Mapping,
  database: Sql,
): Promise<RawBuilder<unknown>> {
  const brokerStatuses = await wordsUnder(id, database)
  return sql`
    from unnest(${brokerStatuses.map((one) => one.department)}::bigint[],
        ${brokerStatuses.map((one) => one.broker_status)}::text[]) as word (department, broker_status)
      join sends s on s.department = word.department and s.broker_status = word.broker_status
      join leads l on l.id = s.lead
    where l.deleted_at is null and l.stage <> 'erased'
      and (s.status is distinct from ${status}
        or ${counts_as_ftd} and s.ftd_at is null and s.ftd_cancelled_at is null)`
}
