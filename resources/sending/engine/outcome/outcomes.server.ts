import { sql } from 'kysely'

import { shortenedMessage } from '#schema'
import { prepared, type Context, type Sql } from '#server'

import { countHits } from '../../../leads/blackList/isListed.server.ts'
import { erasedAmong } from '../../../leads/privacy/erasedAmong.server.ts'
import { linksUntil } from '../../send/links.server.ts'
import { send, type Send } from '../../send/send.ts'
import { restIntegrations } from './breaker.server.ts'
import { releaseSlots, wakeCapped } from '../caps/caps.server.ts'
import { courseOf } from '../courseOf.server.ts'
import { doubtsOf } from './doubts.server.ts'
import type { Ended, Settled } from './ended.server.ts'
import { followLeads } from './followLeads.server.ts'
import { findTakers, goOn } from './goOn.server.ts'
import { countJobs } from './jobCounts.server.ts'
import { versionsOf } from '../plan/target.server.ts'

/**
 * Writes what became of sends, set-wise in the caller's transaction: the sends and their attempts, the next departments, the
 * leads, caps, integrations and jobs.
 */
export async function applyOutcomes(given: readonly Ended[], context: Context): Promise<void> {
  const now = new Date()
  const ended = await stillSeen(given, context.sql)
  const doubtsOfSend = await doubtsOf(ended, context.sql)
  const takers = await findTakers(ended, context)
  const all = ended.map((one): Settled => {
    const { send: own, outcome } = one
    const circumstances = { now, doubts: doubtsOfSend(own.id), hasTaker: takers.has(own.id) }
    return { ...one, course: courseOf(own, outcome, circumstances) }
  })
  await putOff(all.filter(isOnlyLater), context.sql)
  const byId = new Map(all.filter((one) => !isOnlyLater(one)).map((one) => [one.send.id, one]))
  if (byId.size === 0) return
  const linkUntil = await linksUntil(byId.values(), context.sql)
  let slots: Parameters<typeof releaseSlots>[0] = []
  let erased: ReadonlySet<number> = new Set()
  const decide = async (held: readonly Pick<Send, Settling>[]) => {
    erased = await erasedAmong(
      [...byId.values()].map((one) => one.send.lead),
      context.sql,
    )
    const due = held.filter((one) => {
      const ended = byId.get(one.id)
      return ended && isStill(one, ended)
    })
    slots = due.flatMap(({ id, department, reserved }) => {
      const one = byId.get(id)
      const isKept = one?.course.state === 'sent' || one?.course.state === 'unknown'
      if (isKept || !Array.isArray(reserved)) return []
      // Where nothing was called, there was no attempt either.
      const attempted = one?.ms === undefined ? (one?.send.attemptKeys ?? []) : []
      return [{ department, keys: [...(reserved as string[]), ...attempted] }]
    })
    return new Map(
      due.flatMap(({ id }) => {
        const one = byId.get(id)
        return one ? [[id, changesOf(withoutAnswer(one, erased), now, linkUntil)]] : []
      }),
    )
  }
  const ids = [...byId.keys()]
  const changed = await context.records(send).updateAll(ids, decide, { reads: settling })
  const settled = changed.flatMap(({ id }) => byId.get(id) ?? [])
  await endAttempts(
    settled.map((one) => withoutAnswer(one, erased)),
    context.sql,
  )
  // Entries are held before leads.
  await countHits(
    settled.map(({ entry }) => entry),
    context,
  )
  const onward = await goOn(settled, context)
  await followLeads(
    settled.map((one) => one.send.lead),
    context,
  )
  await releaseSlots(slots, context.sql)
  await wakeCapped(
    settled.filter(leavesPlace).map(({ send: { department } }) => ({ department, count: 1 })),
    context.sql,
  )
  await restIntegrations(settled, context)
  await countJobs(
    settled.filter(({ send: { id } }) => !onward.has(id)),
    context,
  )
}

/**
 * Leaves out what a check has kept back for a department, broker or integration that was changed since: its change has woken what
 * waited by then, and this is due still. What is being changed is waited for.
 */
async function stillSeen(given: readonly Ended[], database: Sql): Promise<readonly Ended[]> {
  const checked = given.flatMap(({ send, seen }) => (seen === undefined ? [] : send))
  if (checked.length === 0) return given
  const integrations = checked.map(({ integration }) => integration)
  await sql`${prepared}
    select from send_integrations where id = any(${integrations}::bigint[])
    order by id for key share`.execute(database)
  const { rows } = await sql<{ send: number; versions: string }>`${prepared}
    select seen.send, ${versionsOf} as versions
    from unnest(${checked.map(({ id }) => id)}::bigint[], ${integrations}::bigint[],
      ${checked.map(({ department }) => department)}::bigint[]) as seen (send, integration, department)
      join broker_departments d on d.id = seen.department join brokers b on b.id = d.broker_id
      left join send_integrations i on i.id = seen.integration and i.department = d.id
    order by d.id for key share of d, b`.execute(database)
  const versions = new Map(rows.map((row) => [row.send, row.versions]))
  return given.filter(({ send, seen }) => seen === undefined || seen === versions.get(send.id))
}

const settling = [
  'id',
  'department',
  'state',
  'attempts',
  'failure_status',
  'failure_message',
  'next_attempt_at',
  'waits_since',
  'holds',
  'leased_until',
  'reserved',
  'integration_version',
  'answered_at',
  'duration_ms',
  'http_status',
  'sent_at',
  'api_lead_id',
  'price',
  'auto_login',
  'auto_login_until',
  'broker_status',
  'broker_status_at',
] as const satisfies readonly (keyof Send)[]

type Settling = (typeof settling)[number]

/** What became of a send, with no word of a person who was erased while its call was under way. */
function withoutAnswer(one: Settled, erased: ReadonlySet<number>): Settled {
  if (!erased.has(one.send.lead)) return one
  const { outcome, failure_status, rule, price, doubt } = one.outcome
  return {
    ...one,
    outcome: { outcome, failure_status, rule, price, doubt },
    request: one.request && {},
    response: undefined,
  }
}

/** Whether a send was woken for a place under a cap and has no use for it: another one is woken. */
const leavesPlace = ({ send: { state, failure_status }, course }: Settled): boolean =>
  state === 'waiting' &&
  failure_status === 'Cap reached' &&
  (course.state === 'skipped' || course.state === 'cancelled') &&
  course.failure_status !== failure_status

/** Whether a send waits for what it has waited for already, which is no news: only its moment and its words change. */
const isOnlyLater = ({ send: { state, failure_status }, outcome, course }: Settled): boolean =>
  outcome.outcome === 'waits' &&
  state === 'waiting' &&
  course.state === 'waiting' &&
  course.failure_status === failure_status

async function putOff(all: readonly Settled[], database: Sql): Promise<void> {
  if (all.length === 0) return
  await sql`${prepared}
    update sends s set next_attempt_at = later.at, waits_since = later.since, failure_message = later.message
    from unnest(${all.map(({ send }) => send.id)}::bigint[],
      ${all.map(({ course }) => course.next_attempt_at)}::timestamptz[],
      ${all.map(({ course }) => course.waits_since)}::timestamptz[],
      ${all.map(messageOf)}::text[]) as later (id, at, since, message)
    where s.id = later.id and s.state = 'waiting'`.execute(database)
}

/** Whether nothing else was decided meanwhile: an answer that comes after its lease changes nothing. */
const isStill = ({ state, attempts }: Pick<Send, Settling>, { send: own }: Settled): boolean =>
  state === own.state && attempts === own.attempts

function changesOf(
  { course, outcome, http_status, ms, revision }: Settled,
  now: Date,
  linkUntil: string | null,
): Partial<Pick<Send, Settling>> {
  const { state, failure_status, next_attempt_at, waits_since } = course
  const isHeld = next_attempt_at !== null || state === 'sent' || state === 'unknown'
  const isCall = ms !== undefined
  const { api_lead_id, link, broker_status, price } = outcome
  return {
    state,
    failure_status,
    failure_message: messageOf({ course, outcome }),
    next_attempt_at,
    waits_since,
    holds: isHeld ? true : null,
    leased_until: null,
    // What is sent, or perhaps, keeps its places under the caps.
    ...(state !== 'sent' && state !== 'unknown' && { reserved: null }),
    // It may have been changed between the claim and the call.
    ...(revision && { integration_version: revision }),
    ...(isCall && {
      answered_at: now.toISOString(),
      duration_ms: ms,
      http_status: http_status ?? null,
    }),
    ...(state === 'sent' && {
      sent_at: now.toISOString(),
      api_lead_id: api_lead_id ?? null,
      price: price ?? null,
      ...(link && { auto_login: link, auto_login_until: linkUntil }),
      ...(broker_status && { broker_status, broker_status_at: now.toISOString() }),
    }),
  }
}

function messageOf({ course, outcome }: Pick<Settled, 'course' | 'outcome'>): string | null {
  const message = course.message ?? outcome.message
  return message ? shortenedMessage(message, 500) : null
}

const errorOf = ({ message, failure_status }: Settled['outcome']) =>
  message ? shortenedMessage(message, 500) : (failure_status ?? null)

async function endAttempts(settled: readonly Settled[], database: Sql): Promise<void> {
  const rows = settled
    .filter(({ send: { state } }) => state === 'sending')
    .map(({ send: { id, attempts }, outcome, http_status, request, response }) => ({
      send: id,
      number: attempts,
      outcome: outcome.outcome,
      rule: outcome.rule ?? null,
      http_status: http_status ?? null,
      doubt: outcome.doubt ?? null,
      error: errorOf(outcome),
      request: request ?? null,
      response: response ?? null,
    }))
  if (rows.length === 0) return
  await sql`${prepared}
    update send_attempts a set finished_at = clock_timestamp(), outcome = e.outcome, rule = e.rule,
      http_status = e.http_status, doubt = e.doubt, error = e.error, request = e.request, response = e.response
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (send bigint, number integer,
      outcome text, rule integer, http_status integer, doubt text, error text, request jsonb, response text)
    where a.send = e.send and a.number = e.number and a.finished_at is null`.execute(database)
}
