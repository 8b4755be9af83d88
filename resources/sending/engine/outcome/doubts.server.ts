import { sql } from 'kysely'

import { prepared, type Sql } from '#server'

import type { Doubts } from '../courseOf.server.ts'
import type { Ended } from './ended.server.ts'

interface Asked {
  readonly send: Pick<Ended['send'], 'id' | 'attempts'>
  readonly outcome: Pick<Ended['outcome'], 'outcome'>
}

const none: Doubts = { may_be_known: false, may_be_taken: false }
const clear: ReadonlySet<string> = new Set(['success', 'unknown'])

/** Returns what is in doubt of a send, read for all of them in one statement, and for none where nothing can be. */
export async function doubtsOf(
  ended: readonly Asked[],
  database: Sql,
): Promise<(id: number) => Doubts> {
  const asked = ended.filter(
    ({ send, outcome: { outcome } }) =>
      outcome === 'duplicate' || (send.attempts > 0 && !clear.has(outcome)),
  )
  if (asked.length === 0) return () => none
  // What a person has decided to send again is theirs to answer for, but a broker that then knows the lead is in doubt.
  const { rows } = await sql<Doubts & { id: number }>`${prepared}
    select s.id, exists (
        select from sends own join send_attempts a on a.send = own.id
        where own.lead = s.lead and own.department = s.department
          and own.state not in ('sent', 'returned') and (a.outcome = 'unknown' or a.doubt is not null)
      ) as may_be_known, exists (
        select from send_attempts a
        where a.send = s.id and a.number > s.attempts_before and a.doubt = 'taken'
      ) as may_be_taken
    from sends s where s.id = any(${asked.map(({ send }) => send.id)}::bigint[])`.execute(database)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => byId.get(id) ?? none
}
