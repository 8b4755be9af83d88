import { sql } from 'kysely'

import { conflict, invalid, type Context } from '#server'

import { erasedAmong } from '../../leads/privacy/erasedAmong.server.ts'
import { msg } from '../../msg.server.ts'
import type { Send } from './send.ts'

export const ended = { holds: null, next_attempt_at: null } as const

/** A lead that is on its way to the department, or was taken there, or perhaps elsewhere, is not sent again. */
export async function refuseHeld(
  sends: readonly Send[],
  { sql: database }: Context,
): Promise<void> {
  const { rows } = await sql<{ is_here: boolean }>`
    select held.department = s.department as is_here from sends held join sends s on held.lead = s.lead
    where s.id = any(${sends.map(({ id }) => id)}::bigint[]) and held.id <> s.id
      and held.holds and (held.department = s.department or held.state = 'unknown')
    order by is_here desc limit 1`.execute(database)
  const [found] = rows
  if (found) throw conflict(msg(found.is_here ? 'already_sent' : 'another_department_may_have_it'))
}

/** Nothing more is written of a person who is erased (product.md 4.1). */
export async function refuseErased(
  sends: readonly Send[],
  { sql: database }: Context,
): Promise<void> {
  const leads = sends.map(({ lead }) => lead)
  if ((await erasedAmong(leads, database)).size > 0) throw conflict(msg('this_lead_is_erased'))
}

/** Of two leads that a broker knew by one ID, its statuses would come to one alone. */
export async function refuseKnownId(
  sends: readonly Send[],
  api_lead_id: string,
  { sql: database }: Context,
): Promise<void> {
  const { rows } = await sql`
    select from sends other join sends s on other.department = s.department and other.lead <> s.lead
    where s.id = any(${sends.map(({ id }) => id)}::bigint[])
      and other.api_lead_id collate "C" = ${api_lead_id} limit 1`.execute(database)
  if (rows.length > 0) throw invalid({ api_lead_id: [msg('another_lead_has_this_id')] })
}
