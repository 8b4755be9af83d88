import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '#server'

import { counterOf } from './capPeriods.ts'
import { holdClaims } from '../claim.server.ts'
import { loadTargets } from '../plan/target.server.ts'

/**
 * Makes the caps of departments count all that was taken in their periods that are now: also before a cap was there, or was of
 * another kind (product.md 6.2).
 */
export async function countTaken(departments: readonly number[], database: Sql): Promise<void> {
  await holdClaims(database)
  const caps = await countersOf(departments, database)
  if (caps.length === 0) return
  const asked = sql`jsonb_to_recordset(${JSON.stringify(caps)}::jsonb)
    as c (department bigint, key text, counts text, country bigint, source bigint, start timestamptz)`
  const falls = sql`s.department = c.department and s.mode <> 'test'
    and (c.country is null or s.country = c.country) and (c.source is null or s.source = c.source)`
  // What ends meanwhile is waited for, and counted as what it has become.
  await sql`
    select from sends where department = any(${[...departments]}::bigint[])
      and state in ('sending', 'unknown') order by id for update`.execute(database)
  await sql`
    update sends s set reserved = coalesce(nullif(s.reserved, 'null'), '[]') || held.keys
    from (
      select s.id, jsonb_agg(c.key) as keys from ${asked} join sends s on ${falls}
      where c.counts = 'accepted' and s.state in ('sending', 'unknown') and ${since(taken)}
        and not coalesce(nullif(s.reserved, 'null'), '[]') @> to_jsonb(c.key)
      group by s.id
    ) held where s.id = held.id`.execute(database)
  await sql`
    insert into cap_counters (department, key, used)
    select c.department, c.key, case c.counts
      when 'accepted' then (
        select count(*) from sends s
        where ${falls} and s.state in ('sent', 'returned', 'sending', 'unknown') and ${since(taken)}
      )
      else (
        select count(*) from sends s join send_attempts a on a.send = s.id
        where ${falls} and ${since(sql`a.started_at`)}
          -- Where nothing was called, there was no attempt either.
          and not coalesce(a.outcome in ('skipped', 'failed', 'waits') and a.http_status is null, false)
      ) end
    from ${asked} order by c.department, c.key
    on conflict (department, key) do update set used = excluded.used, updated_at = now()`.execute(
    database,
  )
}

/** When a place under a cap was taken. */
const taken = sql`case s.state when 'sending' then now()
  else coalesce(s.sent_at, s.answered_at, s.updated_at) end`

const since = (moment: RawBuilder<unknown>) => sql`(c.start is null or ${moment} >= c.start)`

async function countersOf(departments: readonly number[], database: Sql) {
  const now = new Date()
  const targets = await loadTargets(
    departments.map((department) => ({ department })),
    database,
  )
  const all = targets.flatMap((one) =>
    (one?.caps ?? []).map((cap) => {
      const { counts, country, source } = cap
      const { key, start } = counterOf(cap, now, one?.timezone ?? 'UTC')
      return { department: one?.id, key, counts, country, source, start }
    }),
  )
  return [...new Map(all.map((one) => [`${one.department} ${one.key}`, one])).values()]
}
