import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '#server'

import { emailKey } from '../../leads/lead/contactKeys.server.ts'
import type { PulledRow } from './pull/pulledRow.ts'

/** By what a row was found to belong to a send. */
export type FoundBy = 'id' | 'key' | 'contact'

export interface Match {
  readonly send: number
  readonly row: PulledRow
  readonly by: FoundBy
}

/** Digits at the end that two ways to write a phone number have in common. */
const phoneDigits = 9

/**
 * Finds the sends of a department that rows speak of: by our id of the lead, then by the broker's id, then by our key, then by
 * e-mail and phone, of which a row may give one only. Where several fit, the newest. A row with the key of a send or the id of
 * a lead speaks of no other send of the person.
 */
export async function matchSends(
  rows: readonly PulledRow[],
  department: number,
  database: Sql,
): Promise<Match[]> {
  const asked = rows.map((row, at) => ({
    at,
    lead: row.lead,
    ids: row.ids,
    email: row.email,
    email_key: row.email?.includes('@') ? emailKey(row.email) : null,
    digits: digitsOf(row.phone),
    number: row.phone && `+${row.phone.replaceAll(/\D/g, '').replace(/^00/, '')}`,
  }))
  const { rows: found } = await sql<{ at: number; send: number; by: FoundBy }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as a(at int, lead bigint, ids jsonb, email text, email_key text, digits text, number text)
    ), unnamed as (
      select * from asked a where a.lead is null and not exists (
        select from jsonb_array_elements_text(a.ids) i(id) join sends s on s.send_key = i.id
      )
    ), candidates as (
      select a.at, s.id, s.created_at, 0 as turn from asked a join sends s on s.lead = a.lead
      where ${isOfDepartment(department)}
      union all
      select a.at, s.id, s.created_at, 1 from asked a
        cross join lateral jsonb_array_elements_text(a.ids) i(id)
        join sends s on s.api_lead_id collate "C" = i.id
      where ${isOfDepartment(department)}
      union all
      select a.at, s.id, s.created_at, 2 from asked a
        cross join lateral jsonb_array_elements_text(a.ids) i(id)
        join sends s on s.send_key = i.id
      where ${isOfDepartment(department)}
      union all
      select a.at, s.id, s.created_at, 3 from unnamed a
        join (
          select a.at, l.id from unnamed a join leads l on l.email_key = a.email_key
          union
          select a.at, l.id from unnamed a
            join leads l on l.email collate "C" = a.email and l.deleted_at is null
        ) known on known.at = a.at
        join leads l on l.id = known.id
        join sends s on s.lead = l.id
      where ${isOfDepartment(department)}
        and (a.digits is null or l.phone is null
          or right(regexp_replace(l.phone, '\\D', '', 'g'), ${phoneDigits}) = a.digits)
      union all
      select a.at, s.id, s.created_at, 3 from unnamed a
        join leads l on l.phone_key = a.number
        join sends s on s.lead = l.id
      where a.email is null and ${isOfDepartment(department)}
    )
    select distinct on (at) at, id as send,
      case turn when 1 then 'id' when 3 then 'contact' else 'key' end as by
    from candidates order by at, turn, created_at desc`.execute(database)
  return found.flatMap(({ at, send, by }) => {
    const row = rows[at]
    return row ? [{ send, row, by }] : []
  })
}

/**
 * A send `s` that its broker has, or may have: also one that a person sent again, left or stopped after a call with an unknown
 * outcome.
 */
export const mayHave = sql`(
  s.state in ('sent', 'unknown', 'returned') or s.attempts > 0 and exists (
    select from send_attempts a where a.send = s.id and a.outcome = 'unknown'
  )
)`

/** A send `s` that a department can know of, and may tell of: it has the lead, or may have it, and the lead is not erased. */
export const isOfDepartment = (department: number | RawBuilder<unknown>) => sql`
  s.department = ${department} and ${mayHave}
  and (select stage from leads where id = s.lead) <> 'erased'`

/** Null where nothing can be compared: brokers hide parts of numbers. */
function digitsOf(phone: string | null): string | null {
  const digits = phone?.replaceAll(/\D/g, '') ?? ''
  return digits.length >= phoneDigits && !/[*•x]/i.test(phone ?? '')
    ? digits.slice(-phoneDigits)
    : null
}
