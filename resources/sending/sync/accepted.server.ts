import { sql } from 'kysely'

import type { Sql } from '#server'

import { msg } from '../../msg.server.ts'
import type { Send } from '../send/send.ts'
import type { FoundBy } from './matchSends.server.ts'

/** Where rows come from, as the note of a send says it. */
export type SyncSource = keyof typeof sources

export const sources = {
  pull: { note: msg('status_pull'), found: msg('found_a_status_pull') },
  postback: { note: msg('postback'), found: msg('found_a_postback') },
  partner: { note: msg('partner_api'), found: msg('found_a_call_of_the_partner') },
  file: { note: msg('imported_file'), found: msg('found_an_imported_file') },
} as const

const waysFound: Readonly<Record<FoundBy, string>> = {
  id: msg('found_the_id_of_the_broker'),
  key: msg('found_our_key'),
  contact: msg('found_email_and_phone'),
}

const settled: ReadonlySet<Send['state']> = new Set(['sent', 'returned', 'sending'])

/** Whether it is news that the broker has the lead. Of a call under way its answer tells. */
export const isNews = ({ state }: Send): boolean => !settled.has(state)

/** What changes on a send with the news that it was accepted: it is not sent again, whatever people have decided. */
export const accepted = (
  one: Send,
  { by, source, mayHold }: { by: FoundBy; source: SyncSource; mayHold: boolean },
) => ({
  state: 'sent' as const,
  holds: mayHold ? true : null,
  sent_at: one.answered_at ?? one.created_at,
  failure_status: null,
  failure_message: null,
  next_attempt_at: null,
  note: msg('found_by', { source: sources[source].found, way: waysFound[by] }),
})

/** Of sends those that may stand for their lead at its department, where no other one does. */
export async function freeToHold(
  sends: readonly Send[],
  database: Sql,
): Promise<ReadonlySet<number>> {
  if (sends.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select distinct on (lead, department) id from sends s
    where id = any(${sends.map(({ id }) => id)}::bigint[]) and mode <> 'test' and not exists (
      select from sends o
      where o.lead = s.lead and o.department = s.department and o.holds and o.id <> s.id
    ) order by lead, department, id desc`.execute(database)
  return new Set(rows.map(({ id }) => id))
}
