import { sql } from 'kysely'

import type { Context, Sql } from '#server'

import { groupBy } from './groupBy.ts'
import { openCaps } from './caps.server.ts'
import { checkLeads, type Checked, type Refusal } from './checks.server.ts'
import { dueSends, lag, spacing, type DueSend } from './dueSend.server.ts'
import type { Ended } from './ended.server.ts'
import { loadTargets } from './target.server.ts'

/** What was found of the sends that were due. */
export interface Claims {
  /** Calls that this process has to make now. */
  readonly claimed: readonly DueSend[]
  /** Those that a check keeps back, for now or for good. */
  readonly kept: readonly Ended[]
  /** When an integration with due sends may be called again; undefined where none waits for its rate. */
  readonly nextAt: number | undefined
}

/** Any number of its own, the same in every process. */
const claiming = 7_120_931
/** Seconds beyond the time of a call after which whoever made it counts as gone (product.md 6.5). */
const graceSeconds = 60

/**
 * Takes due sends, as many as rates and concurrency of their integrations allow across all processes, checks them once more,
 * reserves their places under the caps and writes their attempts: all before any call is made.
 */
export async function claimSends(limit: number, context: Context): Promise<Claims> {
  const { sql: database } = context
  await sql`select pg_advisory_xact_lock(${claiming})`.execute(database)
  const { due, nextAt } = await dueSends(limit, database)
  if (due.length === 0) return { claimed: [], kept: [], nextAt }
  const now = new Date()
  const checked = await checkAgain(due, now, context)
  const kept = checked.flatMap(({ send, refusal }) => (refusal ? [keptBack(send, refusal)] : []))
  const claimed = checked.filter(({ refusal }) => !refusal)
  await begin(claimed, database)
  return {
    claimed: claimed.map(({ send }) => ({
      ...send,
      state: 'sending',
      attempts: send.attempts + 1,
    })),
    kept,
    nextAt,
  }
}

function keptBack(send: DueSend, { status, message, until }: Refusal): Ended {
  const outcome = until ? 'waits' : 'skipped'
  return { send, outcome: { outcome, failure_status: status, message, until } }
}

interface CheckedSend extends Omit<Checked, 'lead'> {
  readonly send: DueSend
}

/** Asks all checks again, set-wise for each department and integration. */
async function checkAgain(
  due: readonly DueSend[],
  now: Date,
  context: Context,
): Promise<CheckedSend[]> {
  const groups = groupBy(due, ({ department, integration }) => `${department} ${integration}`)
  const targets = new Map(
    await Promise.all(
      [...groups].map(async ([key, [first]]) => {
        const [department, integration] = [first?.department ?? 0, first?.integration]
        const found = await loadTargets([department], context.sql, integration)
        return [key, found.get(department)] as const
      }),
    ),
  )
  const known = [...targets.values()].filter((one) => one !== undefined)
  const caps = await openCaps(known, { sql: context.sql, now, isHeld: true })
  const checked: CheckedSend[] = []
  for (const [key, sends] of groups) {
    const target = targets.get(key)
    if (!target) continue
    const byLead = new Map(sends.map((one) => [one.lead, one]))
    const options = { isCall: true, sends: sends.map(({ id }) => id), now, caps }
    for (const { lead, ...one } of await checkLeads([...byLead.keys()], target, options, context)) {
      const own = byLead.get(lead.id)
      if (own) checked.push({ send: own, ...one })
    }
  }
  await caps.store()
  return checked
}

/** Writes down that calls are about to be made: what a process leaves behind after that has an unknown outcome. */
async function begin(claimed: readonly CheckedSend[], database: Sql): Promise<void> {
  if (claimed.length === 0) return
  const rows = claimed.map(({ send, slot }) => ({
    id: send.id,
    keys: slot?.keys ?? [],
    seconds: send.limits.total_timeout + graceSeconds,
  }))
  await sql`
    with begun as (
      update sends s set state = 'sending', attempts = s.attempts + 1, next_attempt_at = null,
        reserved = c.keys, leased_until = now() + c.seconds * interval '1 second',
        version = s.version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id bigint, keys jsonb, seconds integer)
      where s.id = c.id returning s.id, s.attempts, s.lead
    ), moved as (
      update leads set stage = 'sending', version = version + 1, updated_at = now()
      where id in (select lead from begun) and stage = 'queued'
    )
    insert into send_attempts (send, number, started_at)
    select id, attempts, clock_timestamp() from begun`.execute(database)
  const rated = claimed.filter(({ send }) => send.limits.rate_count !== null)
  if (rated.length === 0) return
  const calls = [...groupBy(rated, ({ send }) => send.integration)].map(([id, own]) => ({
    id,
    count: own.length,
  }))
  await sql`
    update send_integrations i
    set next_call_at = greatest(coalesce(i.next_call_at, now() - ${lag}), now() - ${lag})
      + c.count * ${spacing} * interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as c (id bigint, count integer)
    where i.id = c.id and i.rate_count is not null`.execute(database)
}
