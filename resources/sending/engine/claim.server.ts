import { sql } from 'kysely'

import { groupBy } from '#schema'
import { prepared, type Context, type Sql } from '#server'

import { openCaps } from './caps/caps.server.ts'
import { checkLeads, isResting, type Refusal } from './plan/checks.server.ts'
import { dueSends, type Due, type DueSend } from './dueSend.server.ts'
import type { Ended } from './outcome/ended.server.ts'
import { keepPace } from './keepPace.server.ts'
import { loadTargets } from './plan/target.server.ts'
import { sharedCalls } from './together.server.ts'
import { type CheckedSend, begin } from './beginSends.server.ts'

/** What was found of the sends that were due. */
export interface Claims {
  /** Calls that this process has to make now. */
  readonly claimed: readonly DueSend[]
  /** Those that a check keeps back, for now or for good. */
  readonly kept: readonly Ended[]
  /** Whether something was put away behind which others may stand. */
  readonly isMore: boolean
  /** When an integration with due sends may be called again; undefined where none waits for its rate. */
  readonly nextAt: number | undefined
}

/** Any number of its own, the same in every process. */
const claiming = 7_120_931

/**
 * Takes due sends for at most so many calls, as many as rates and concurrency of their integrations allow across all processes, checks them once more,
 * reserves their places under the caps and writes their attempts: all before any call is made.
 */
export async function claimSends(limit: number, context: Context): Promise<Claims> {
  const { sql: database } = context
  await holdClaims(database)
  const { nextAt, parked, over, ...due } = await dueSends(limit, database)
  await park(parked, database)
  const now = new Date()
  const open = await keepPace(due.open, now, database)
  const isMore = parked.length > 0 || open.length < due.open.length
  if (open.length + due.resting.length + over.length === 0) {
    return { claimed: [], kept: [], isMore, nextAt }
  }
  const checked = await checkAgain({ open, resting: due.resting }, now, context)
  const kept = [
    ...checked.flatMap(({ send, refusal, versions, entry }) =>
      refusal ? [{ ...refusedSend(send, refusal, versions), entry }] : [],
    ),
    ...over.map((send): Ended => ({ send, outcome: cancelled })),
  ]
  const claimed = sharedCalls(checked.filter(({ refusal }) => !refusal))
  await begin(claimed, database)
  return {
    claimed: claimed.map(({ send, slot }) => ({
      ...send,
      state: 'sending',
      attempts: send.attempts + 1,
      attemptKeys: slot?.attemptKeys ?? [],
    })),
    kept,
    isMore: isMore || kept.length > 0,
    nextAt,
  }
}

/** Whether a claim may find something: asked without the lock that claims share, since every commit of the process asks. */
export async function isAnyDue(database: Sql): Promise<boolean> {
  const { rows } = await sql`${prepared}
    select from sends where next_attempt_at <= now() order by next_attempt_at limit 1`.execute(
    database,
  )
  return rows.length > 0
}

/** Keeps other processes from claiming until the transaction ends: what claims put off by what they have read before is seen by then. */
export async function holdClaims(database: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${claiming})`.execute(database)
}

/** Sends of jobs that rest are not read again and again; they are woken when their job goes on. */
async function park(sends: readonly DueSend[], database: Sql): Promise<void> {
  if (sends.length === 0) return
  await sql`${prepared}
    update sends set next_attempt_at = now() + interval '5 minutes'
    where id = any(${sends.map(({ id }) => id)}::bigint[])`.execute(database)
}

/** Its job was cancelled, or has failed, while it was under way elsewhere. */
const cancelled = { outcome: 'cancelled', failure_status: 'Cancelled' } as const

function refusedSend(send: DueSend, { status, message, until }: Refusal, seen: string): Ended {
  const outcome = until ? 'waits' : 'skipped'
  return { send, seen, outcome: { outcome, failure_status: status, message, until } }
}

/** Asks all checks again, in a few statements for all. */
async function checkAgain(
  { open, resting }: Pick<Due, 'open' | 'resting'>,
  now: Date,
  context: Context,
): Promise<CheckedSend[]> {
  const rests = new Set(resting)
  const groups = [
    ...groupBy(
      [...open, ...resting],
      ({ department, integration }) => `${department} ${integration}`,
    ).values(),
  ]
  const targets = await loadTargets(
    groups.flatMap(([first]) => first ?? []),
    context.sql,
  )
  const known = targets.flatMap((one) => one ?? [])
  const caps = await openCaps(known, { sql: context.sql, now, isHeld: true })
  const asked = groups.flatMap((sends, at) => {
    const target = targets[at]
    // What has been made active meanwhile is called by the next claim, which counts its calls.
    const own = target && !isResting(target) ? sends.filter((one) => !rests.has(one)) : sends
    return target ? own.map((send) => ({ send, target })) : []
  })
  const checked = await checkLeads(
    asked.map(({ send: { id, lead }, target }) => ({ lead, target, send: id })),
    { isCall: true, now, caps },
    context,
  )
  await caps.store()
  return asked.flatMap(({ send, target: { versions } }, at) => {
    const found = checked[at]
    if (!found) return []
    const { lead: _lead, ...rest } = found
    return [{ send, versions, ...rest }]
  })
}
