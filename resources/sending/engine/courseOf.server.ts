import { msg } from '../../msg.server.ts'
import type { Outcome } from '../integration/answer/outcome.ts'
import type { DueSend } from './dueSend.server.ts'

/** What an answer means: product.md 4.2. */
export interface CallOutcome {
  readonly outcome: Outcome['outcome'] | 'skipped' | 'cancelled' | 'waits'
  readonly failure_status?: string | undefined
  readonly message?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly doubt?: Outcome['doubt']
  readonly api_lead_id?: string | undefined
  /** Of `waits`: until then. */
  readonly until?: Date | undefined
}

/** What becomes of a send. */
export interface Course {
  readonly state:
    | 'sent'
    | 'rejected'
    | 'failed'
    | 'unknown'
    | 'skipped'
    | 'cancelled'
    | 'waiting'
    | 'retrying'
  readonly failure_status: string | null
  /** In the place of what the outcome says. */
  readonly message?: string
  readonly next_attempt_at: string | null
  readonly waits_since: string | null
  /** The next department of a rotation gets the lead. */
  readonly goesOn: boolean
}

const hour = 3_600_000
/** A send asks again for an integration that rests after this time. */
const restMs = 300_000
/** How far a pause may be off to either side, so that not all come back at once. */
const jitter = 0.2

/** What the earlier attempts of a send leave open. */
export interface Doubts {
  /** One of ours may have brought the lead to the department: a “duplicate” may be that lead. */
  readonly may_be_known: boolean
  /** One may have been accepted: what ends without the broker’s word is not over. */
  readonly may_be_taken: boolean
}

interface Circumstances {
  readonly now: Date
  readonly doubts: Doubts
  /** Another department of the rotation takes the lead now, in the place of waiting. */
  readonly hasTaker: boolean
  readonly random?: () => number
}

/** Returns what follows from an outcome, by the table of product.md 4.2. */
export function courseOf(
  send: Pick<
    DueSend,
    | 'attempts'
    | 'attempts_before'
    | 'failure_status'
    | 'send_key'
    | 'waits_since'
    | 'others'
    | 'limits'
  >,
  outcome: CallOutcome,
  { now, doubts, hasTaker, random = Math.random }: Circumstances,
): Course {
  const { limits } = send
  const attempts = send.attempts - send.attempts_before
  const status = outcome.failure_status ?? null
  const hasOthers = send.others.length > 0
  const mayBeTaken = doubts.may_be_taken || outcome.doubt === 'taken'
  const end = (state: Course['state'], goesOn = false, failure_status = status): Course => ({
    state,
    failure_status,
    next_attempt_at: null,
    waits_since: null,
    goesOn: goesOn && hasOthers,
  })
  /** Ends by what we find ourselves: where an attempt may have been accepted, that says nothing of the lead. */
  const giveUp = (state: Course['state'], goesOn: boolean, failure_status = status): Course =>
    mayBeTaken
      ? { ...end('unknown', false, 'Unknown answer'), message: msg('an_attempt_may_be_accepted') }
      : end(state, goesOn, failure_status)
  /** Goes on with a wait, or begins one: it is given up when it has lasted too long, and never at its beginning. */
  const later = (state: 'waiting' | 'retrying', at: number, goesOn = true): Course => {
    const before = status === send.failure_status ? send.waits_since : null
    const last = before === null ? Infinity : Date.parse(before) + limits.max_age_hours * hour
    if (at > last) return giveUp('failed', goesOn, 'Expired')
    const waits_since = before ?? now.toISOString()
    const next_attempt_at = new Date(at).toISOString()
    return { state, failure_status: status, next_attempt_at, waits_since, goesOn: false }
  }
  const after = (pauses: string, seconds?: number) =>
    now.getTime() + (seconds ? seconds * 1_000 : pauseOf(pauses, attempts, random))
  switch (outcome.outcome) {
    case 'success':
      return end('sent', false, null)
    case 'unknown':
      return end('unknown')
    case 'duplicate':
      if (!doubts.may_be_known) return end('rejected', true)
      // Who knows the lead by our own key has it from us.
      if (outcome.api_lead_id === send.send_key) return end('sent', false, null)
      return { ...end('unknown'), message: msg('the_duplicate_may_be_ours') }
    case 'rejected':
      return end('rejected', true)
    case 'failed':
    case 'skipped':
      return giveUp(outcome.outcome, true)
    case 'cancelled':
      return giveUp('cancelled', false)
    case 'capacity':
      if (hasTaker && !mayBeTaken) return end('rejected', true)
      return later('waiting', after(limits.capacity_after, outcome.retryAfterSeconds))
    case 'auth':
      if (hasTaker && !mayBeTaken) return end('rejected', true)
      return later('waiting', now.getTime() + restMs)
    case 'waits': {
      // Hours, caps and a schedule may take days; only what waits for somebody to mend something is given up.
      const at = outcome.until?.getTime() ?? now.getTime() + restMs
      if (status === 'Integration paused') return later('waiting', at)
      return { ...end('waiting'), next_attempt_at: new Date(at).toISOString() }
    }
    case 'retry': {
      // What is told to slow down stays with the department (product.md 4.2).
      const goesOn = status !== 'Rate limited'
      if (attempts >= limits.retry_attempts) return giveUp('failed', goesOn)
      return later('retrying', after(limits.retry_after, outcome.retryAfterSeconds), goesOn)
    }
  }
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: hour }

/** Milliseconds of the pause after so many attempts: of `10s 1m 5m`; the last one again and again. */
function pauseOf(pauses: string, attempts: number, random: () => number): number {
  const all = [...pauses.matchAll(/(\d+)\s*([smh])/g)].map(
    ([, count, unit = 's']) => Number(count) * (units[unit] ?? 1_000),
  )
  const pause = all[Math.min(attempts, all.length) - 1] ?? 60_000
  return pause * (1 - jitter + 2 * jitter * random())
}
