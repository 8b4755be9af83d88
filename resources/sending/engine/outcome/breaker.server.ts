import { sql } from 'kysely'

import { groupBy } from '#schema'
import { notify, prepared, type Context } from '#server'

import { integration } from '../../integration/integration.ts'
import { countCalls, type Health } from './countCalls.server.ts'
import type { Settled } from './ended.server.ts'

interface Held extends Health {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly version: number
}

const uncalled: ReadonlySet<string> = new Set(['waits', 'skipped', 'cancelled'])

/**
 * Counts how calls ended, and lets integrations rest that do harm; who may mend them is told (product.md 6.6). What was called
 * before an integration was saved as it is now does not count, and is called again where it was turned away.
 */
export async function restIntegrations(
  settled: readonly Settled[],
  context: Context,
): Promise<void> {
  const calls = settled.filter(
    ({ outcome: { outcome }, isOurs, isCountedWithOther }) =>
      !isOurs && !isCountedWithOther && !uncalled.has(outcome),
  )
  const groups = groupBy(calls, ({ send }) => send.integration)
  if (groups.size === 0) return
  const { rows } = await sql<Held>`${prepared}
    select id, name, state, version, errors_in_row, rejections_in_row, recent from send_integrations
    where id = any(${[...groups.keys()]}::bigint[]) order by id for no key update`.execute(
    context.sql,
  )
  const counted = rows.flatMap((held) => {
    const own = groups.get(held.id) ?? []
    const [first] = own
    if (!first) return []
    const outcomes = own.map(({ outcome }) => outcome)
    const ofNow = own.flatMap((one) => (isLate(one, held) ? [] : one.outcome))
    const { limits } = first.send
    const { problem, ...health } = countCalls(held, ofNow, limits)
    const isGood = outcomes.some(({ outcome }) => outcome === 'success')
    const isBad = outcomes.some(({ outcome }) => outcome !== 'success')
    return [
      {
        held,
        problem,
        hours: limits.max_age_hours,
        health: { ...health, id: held.id, isGood, isBad },
      },
    ]
  })
  // No person has changed them: forms that are open keep their version.
  await sql`${prepared}
    update send_integrations i set errors_in_row = h.errors_in_row,
      rejections_in_row = h.rejections_in_row, recent = h.recent,
      push_ok_at = case when h."isGood" then now() else i.push_ok_at end,
      push_failed_at = case when h."isBad" then now() else i.push_failed_at end
    from jsonb_to_recordset(${JSON.stringify(counted.map(({ health }) => health))}::jsonb) as h
      (id bigint, errors_in_row integer, rejections_in_row integer, recent text, "isGood" boolean, "isBad" boolean)
    where i.id = h.id`.execute(context.sql)
  for (const { held, problem, hours } of counted) {
    if (problem && held.state === 'active') await rest(held, { problem, hours }, context)
  }
  const active = new Map(rows.flatMap((one) => (one.state === 'active' ? [[one.id, one]] : [])))
  await callAgain(
    settled.filter((one) => {
      const held = active.get(one.send.integration)
      return held && one.outcome.outcome === 'auth' && isLate(one, held)
    }),
    context,
  )
}

const isLate = ({ savedAs }: Settled, { version }: Held) =>
  savedAs !== undefined && savedAs !== version

/** What waits for a sign-in that was mended since goes on at once: nothing else wakes it. */
async function callAgain(all: readonly Settled[], { sql: database }: Context): Promise<void> {
  const ids = all.map(({ send }) => send.id)
  if (ids.length === 0) return
  await sql`${prepared}
    update sends set next_attempt_at = now()
    where id = any(${ids}::bigint[]) and state = 'waiting'`.execute(database)
}

interface Rest {
  readonly problem: string
  /** What waits is given up after these. */
  readonly hours: number
}

async function rest({ id, name }: Held, why: Rest, { records, sql: database }: Context) {
  const { problem } = why
  await records(integration).update(id, { state: 'auto_paused', pause_reason: problem })
  await notify(database, {
    event: 'integration_paused',
    title: 'An integration rests',
    message:
      '%{name} was paused by itself: %{problem}. What waits goes out when it is active again; what has waited %{hours} hours by then fails as expired, and can be sent again.',
    values: { name, ...why },
    about: { resource: 'send_integrations', id },
    to: { permission: 'send.integration.update' },
  })
}
