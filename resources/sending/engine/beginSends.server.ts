import { sql } from 'kysely'

import { groupBy } from '#schema'
import { prepared, type Sql } from '#server'

import type { Checked } from './plan/checks.server.ts'
import { lag, spacing, type DueSend } from './dueSend.server.ts'
import { countCallsOf } from './together.server.ts'

/** Seconds beyond the time of a call after which the process that made it counts as gone (product.md 6.5). */
export const graceSeconds = 60

export interface CheckedSend extends Omit<Checked, 'lead'> {
  readonly send: DueSend
  /** Of the target as it was checked. */
  readonly versions: string
}

/** Writes down that calls are about to be made: what a process leaves behind after that has an unknown outcome. */
export async function begin(claimed: readonly CheckedSend[], database: Sql): Promise<void> {
  if (claimed.length === 0) return
  const rows = claimed.map(({ send, slot }) => ({
    id: send.id,
    keys: slot?.keys ?? [],
    batch: send.batch?.key ?? null,
    seconds: send.limits.total_timeout + graceSeconds,
  }))
  await sql`${prepared}
    with begun as (
      update sends s set state = 'sending', attempts = s.attempts + 1, next_attempt_at = null,
        reserved = c.keys, leased_until = now() + c.seconds * interval '1 second',
        integration_version = i.revision, version = s.version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id bigint, keys jsonb, batch text, seconds integer)
        cross join send_integrations i
      where s.id = c.id and i.id = s.integration returning s.id, s.attempts, c.batch
    )
    insert into send_attempts (send, number, started_at, batch)
    select id, attempts, clock_timestamp(), batch from begun`.execute(database)
  const rated = claimed.filter(({ send }) => send.limits.rate_count !== null)
  if (rated.length === 0) return
  const calls = [...groupBy(rated, ({ send }) => send.integration)].map(([id, own]) => ({
    id,
    count: countCallsOf(own.map(({ send }) => send)),
  }))
  await sql`${prepared}
    update send_integrations i
    set next_call_at = greatest(coalesce(i.next_call_at, now() - ${lag}), now() - ${lag})
      + c.count * ${spacing} * interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as c (id bigint, count integer)
    where i.id = c.id and i.rate_count is not null`.execute(database)
}
