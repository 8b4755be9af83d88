import { msg } from '../msg.server.ts'
import type { Weighed } from '../sending/send/weighed.ts'
import type { Random } from './random.ts'

const minute = 60_000
const hour = 60 * minute

/** What is known of a lead of the demo that is, or might have been, sent. */
export interface SentLead {
  readonly id: number
  readonly country: number
  readonly code: string
  readonly source: number
  readonly language: number
  readonly created: number
  readonly sent: number | null
  readonly sends: number
  readonly broker_status: string | null
  readonly status: number | null
  readonly statusAt: number | null
  readonly ftd: number | null
  readonly api_lead_id: string | null
}

/** A way of a send to end, or to stand, other than accepted. */
interface Ending {
  readonly state: string
  readonly failure_status: string | null
  readonly failure_message?: string
  readonly http_status?: number
}

interface LeadEnding {
  readonly ending: Ending
  /** How the lead stands then. */
  readonly stage: string
}

const rejected = (failure_status: string, failure_message: string, http_status = 422) => ({
  stage: 'rejected',
  ending: { state: 'rejected', failure_status, failure_message, http_status },
})

const rejections = [
  rejected('Duplicate', 'duplicate: the person is known', 409),
  rejected('Country not accepted', 'country is closed'),
  rejected('No capacity', 'daily limit reached'),
  rejected('Invalid data', 'phone is not valid'),
]

/** How the sends of leads that no broker took stand. */
export const otherEndings: readonly LeadEnding[] = [
  ...rejections,
  ...rejections,
  {
    stage: 'rejected',
    ending: {
      state: 'failed',
      failure_status: 'Broker unavailable',
      failure_message: 'Maintenance',
      http_status: 503,
    },
  },
  {
    stage: 'rejected',
    ending: {
      state: 'failed',
      failure_status: 'Timeout',
      failure_message: msg('fault_connect_timeout', { detail: 'no connection within 5 s' }),
    },
  },
  {
    stage: 'check_needed',
    ending: {
      state: 'unknown',
      failure_status: 'Unknown answer',
      failure_message: msg('the_answer_fits_no_rule'),
      http_status: 200,
    },
  },
  { stage: 'new', ending: { state: 'skipped', failure_status: 'Cap reached' } },
  { stage: 'new', ending: { state: 'cancelled', failure_status: 'Cancelled' } },
]

/** The send by which a desk took a lead. */
export function acceptedSend(random: Random, lead: SentLead, sent: number) {
  const isReturned = lead.ftd === null && random.chance(0.02)
  return {
    ...begun(random, sent),
    state: isReturned ? 'returned' : 'sent',
    holds: isReturned ? null : true,
    attempts: random.chance(0.05) ? 2 : 1,
    sent_at: iso(sent),
    http_status: 200,
    api_lead_id: lead.api_lead_id,
    broker_status: lead.broker_status,
    status: lead.status,
    broker_status_at: lead.statusAt && iso(lead.statusAt),
    last_synced_at: lead.statusAt && iso(lead.statusAt),
    ftd_at: lead.ftd && iso(lead.ftd),
    api_ftd_at: lead.ftd && iso(lead.ftd),
    ftd_detected_at: lead.ftd && iso(lead.ftd + 20 * minute),
    ftd_amount: lead.ftd && random.one([250, 250, 300, 500]),
    ftd_currency: lead.ftd && 'EUR',
    returned_at: isReturned ? iso(sent + 20 * hour) : null,
    return_reason: isReturned ? random.one(['wrong_number', 'no_request', 'duplicate']) : null,
    failure_status: null,
    failure_message: null,
  }
}

/** A send that did not end well, or has not ended. */
export function otherSend(random: Random, at: number, ending: Ending) {
  const isCalled = !['skipped', 'cancelled'].includes(ending.state)
  return {
    ...empty,
    ...begun(random, at),
    holds: ending.state === 'unknown' ? true : null,
    attempts: isCalled ? (ending.http_status === 503 ? 5 : 1) : 0,
    ...(!isCalled && { answered_at: null, duration_ms: null }),
    http_status: null,
    failure_message: null,
    ...ending,
  }
}

/** A send that waits for the integration, which rests. */
export function waitingSend(random: Random, at: number, now: number) {
  return {
    ...empty,
    ...begun(random, at),
    answered_at: null,
    duration_ms: null,
    holds: true,
    failure_message: null,
    ...random.one(waits),
    next_attempt_at: iso(now + 12 * hour),
  }
}

const paused = { attempts: 0, failure_status: 'Integration paused', http_status: null }

const waits = [
  { state: 'waiting', ...paused },
  { state: 'waiting', ...paused },
  { state: 'retrying', attempts: 1, failure_status: 'Broker unavailable', http_status: 503 },
  { state: 'pending', ...paused, failure_status: null },
]

/** What was thought of the desks that take the country, the first of which gets most of them. */
export function planOf(
  takers: readonly { readonly id: number }[],
  { id }: { readonly id: number },
  { state, mode, failure_status }: { state: string; mode: string; failure_status: string | null },
): { plan: readonly Weighed[]; mode: string } {
  if (state === 'skipped' && failure_status) {
    return { plan: [{ department: id, reason: failure_status }], mode }
  }
  const place = takers.findIndex((one) => one.id === id)
  const plan = takers.map(({ id: department }, at): Weighed => {
    return at < place ? { department, reason: 'Cap reached' } : { department }
  })
  return { plan, mode: plan.length > 1 ? 'rotation' : mode }
}

const empty = {
  sent_at: null,
  api_lead_id: null,
  broker_status: null,
  status: null,
  broker_status_at: null,
  last_synced_at: null,
  ftd_at: null,
  api_ftd_at: null,
  ftd_detected_at: null,
  ftd_amount: null,
  ftd_currency: null,
  returned_at: null,
  return_reason: null,
}

function begun(random: Random, at: number) {
  const duration_ms = random.whole(140, 2_400)
  return {
    mode: random.one(['manual', 'manual', 'rotation', 'import']),
    duration_ms,
    answered_at: iso(at + duration_ms),
    created_at: iso(at),
    updated_at: iso(at + duration_ms),
    next_attempt_at: null as string | null,
  }
}

export const iso = (time: number) => new Date(time).toISOString()
