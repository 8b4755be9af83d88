import { dayOn, yearsBetween } from '#schema'
import type { Context } from '#server'

import { msg } from '../../../msg.server.ts'
import { isListed } from '../../../leads/blackList/isListed.server.ts'
import { failureStatuses } from '../../../leads/lead/status/failureStatuses.ts'
import { fullAge } from '../../../leads/lead/fullAge.ts'
import { leadLabel } from '../../../leads/lead/leadLabel.ts'
import { ruledStatuses, ruleFor } from '../../../leads/statusSetting/statusRules.server.ts'
import { loadCandidates, type Asked, type Candidate } from './candidate.server.ts'
import type { openCaps, Slot } from '../caps/caps.server.ts'
import { nextOpening } from './openingHours.ts'
import {
  closedWords,
  freeWords,
  fullWords,
  restWords,
  type FreeFrom,
} from './refusalWords.server.ts'
import type { Target } from './target.server.ts'

export type FailureStatus = (typeof failureStatuses)[number]

/** Why a lead does not go to a department now. */
export interface Refusal {
  readonly status: FailureStatus
  readonly message?: string
  /** Of a lead that is not available yet: each has a time of its own, so that the message says of no other the same. */
  readonly from?: FreeFrom
  /** It waits until then; without it, it is refused for good. */
  readonly until?: Date
}

/** A lead that was checked, and the place under the caps that it has taken where nothing is against it. */
export interface Checked {
  readonly lead: Candidate
  readonly refusal?: Refusal
  readonly slot?: Slot
  /** The entry of the black list that refuses it. */
  readonly entry?: number
}

interface Options {
  /** At the call itself: what was planned waits for an integration that rests. */
  readonly isCall?: boolean
  /** Somebody sends it although it may be at another department. */
  readonly isForced?: boolean | undefined
  /** What rests is waited for, as it is at the call. */
  readonly waitsForRest?: boolean | undefined
  /** Each lead has a moment of its own, which is not known yet. */
  readonly isPaced?: boolean
  /** The moment that all is asked of: of the call, or the first at which there may be one. */
  readonly now: Date
  readonly caps: Awaited<ReturnType<typeof openCaps>>
}

/**
 * Checks leads for departments in the order of product.md 6.2, in a few statements for all of them. Returns one for each
 * that is asked, undefined where the lead is not there.
 */
export async function checkLeads(
  asked: readonly Asked[],
  options: Options,
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<(Checked | undefined)[]> {
  const found = await loadCandidates(asked, options.now, context.sql)
  const all = asked.flatMap(({ target }, place) => {
    const lead = found[place]
    return lead ? [{ place, lead, target }] : []
  })
  const listed = await isListed(
    all.map(({ lead }) => lead),
    all.map(({ target }) => ({ source: 'own', broker: target.broker_id, department: target.id })),
    context,
  )
  const statuses = await ruledStatuses(
    all.map(({ lead }) => lead.status),
    context.sql,
  )
  const checked = new Map(
    all.map(({ place, lead, target }, at) => {
      const status = statuses.get(lead.status ?? 0)
      const rule = status && ruleFor(status, lead)
      const refusal =
        stateOf(lead, target) ??
        (listed[at] === undefined ? undefined : { status: 'Black list' as const }) ??
        bookedOf(lead, target, { ...options, rule }) ??
        restOf(target, options) ??
        fitOf(lead, target, options.now)
      if (refusal) {
        const entry = refusal.status === 'Black list' ? listed[at] : undefined
        return [place, { lead, refusal, ...(entry !== undefined && { entry }) }]
      }
      return [place, options.isPaced ? { lead } : withRoom(lead, target, options)]
    }),
  )
  return asked.map((_, place) => checked.get(place))
}

export const notFree = 'Not available yet'

/** What the lead's own times, status and sends say. */
function bookedOf(
  lead: Candidate,
  { timezone }: Target,
  { isCall, isForced, rule }: Options & { readonly rule: ReturnType<typeof ruleFor> | undefined },
): Refusal | undefined {
  if (lead.free_at !== null) {
    const from = { at: new Date(lead.free_at), timezone }
    return { status: notFree, message: freeWords(from), from }
  }
  if (rule?.can_send === false) {
    return { status: notFree, message: msg('its_status_is_not_sent') }
  }
  if (lead.is_taken) return { status: 'Already sent' }
  // What was in line before its outcome elsewhere became unknown is sent, as what was accepted elsewhere would be.
  if (lead.is_in_doubt && !isCall && !isForced) {
    return { status: 'Already sent', message: msg('another_department_may_have_it') }
  }
  return companionOf(lead)
}

/** Of two sends to brokers of one company the later waits for what becomes of the earlier. */
function companionOf({ companion }: Candidate): Refusal | undefined {
  if (!companion) return undefined
  const status = 'Same affiliate company'
  if (companion.is_taken) {
    return { status, message: msg('another_broker_has_it', { broker: companion.broker }) }
  }
  const message = msg('a_broker_of_the_same_company_comes_first')
  return { status, message, until: new Date(companion.until) }
}

/** Of a lead that goes nowhere any more. */
export function goneOf({
  stage,
  is_deleted,
}: Pick<Candidate, 'stage' | 'is_deleted'>): Refusal | undefined {
  if (stage === 'blocked') return { status: 'Black list' }
  if (stage === 'erased' || is_deleted) {
    return { status: 'Invalid data', message: msg('the_lead_is_gone') }
  }
  return undefined
}

function stateOf(lead: Candidate, target: Target): Refusal | undefined {
  const gone = goneOf(lead)
  if (gone) return gone
  const { is_test } = lead
  const isTest = target.is_test || target.integration?.environment === 'test'
  if (is_test === isTest) return undefined
  return { status: 'Invalid data', message: msg('test_leads_go_to_test_departments_and_others_do') }
}

/** Milliseconds until a send asks again for an integration that rests. */
const restMs = 300_000

export const isResting = (target: Target): boolean =>
  isPaused(target) || !target.integration?.push_active

const isPaused = ({ broker, is_active, integration }: Target): boolean =>
  !broker.is_active || !is_active || integration?.state !== 'active'

function restOf(target: Target, options: Options): Refusal | undefined {
  if (target.broker.is_over) return { status: 'Contract expired' }
  if (!target.integration)
    return { status: 'Configuration error', message: msg('there_is_no_integration') }
  if (target.is_gone) {
    return { status: 'Integration paused', message: msg('the_department_is_deleted') }
  }
  if (target.integration.state === 'archived') {
    return { status: 'Integration paused', message: msg('the_integration_is_archived') }
  }
  if (!isResting(target)) return undefined
  const until = new Date(options.now.getTime() + restMs)
  return {
    status: 'Integration paused',
    message: restWords(target),
    ...((options.isCall || options.waitsForRest) && { until }),
  }
}

const day = 86_400_000

/** What a department takes (product.md 6.2, 8). Empty lists take all. */
function fitOf(lead: Candidate, target: Target, now: Date): Refusal | undefined {
  const { country, language, source } = lead
  const takes = (all: readonly number[], one: number | null) =>
    all.length === 0 || (one !== null && all.includes(one))
  if (
    !takes(target.allowed_countries, country) ||
    !takes(target.accept_countries, country) ||
    (country !== null && target.blocked_countries.includes(country))
  ) {
    return { status: 'Country not accepted' }
  }
  if (!takes(target.accept_languages, language)) {
    return { status: 'Invalid data', message: msg('the_language_is_not_accepted') }
  }
  if (!takes(target.accept_sources, source) || target.block_sources.includes(source)) {
    return { status: 'Invalid data', message: msg('the_source_is_not_accepted') }
  }
  const { max_lead_age_days: maxDays, min_age_years: minYears, timezone: zone } = target
  if (maxDays !== null && now.getTime() - Date.parse(lead.created_at) > maxDays * day) {
    const message = msg('the_lead_is_older_than_days', { count: maxDays })
    return { status: 'Invalid data', message }
  }
  const { date_of_birth: birth } = lead
  const age = Math.max(fullAge, minYears ?? 0)
  if (birth && yearsBetween(birth, dayOn({ at: now, zone })) < age) {
    return { status: 'Under age', message: msg('it_takes_people_from_years_on', { age }) }
  }
  return lacking(lead, target)
}

/** What a department needs of a lead, a consent among it, and does not find. */
export function lacking(
  { missing, consent_at }: Pick<Candidate, 'missing' | 'consent_at'>,
  { needs_consent }: Pick<Target, 'needs_consent'>,
): Refusal | undefined {
  const needsConsent = needs_consent && !consent_at
  const lacks = [...missing.map(leadLabel), ...(needsConsent ? ['Consent'] : [])]
  if (lacks.length === 0) return undefined
  return { status: 'Missing required field', message: msg('missing', { fields: lacks.join(', ') }) }
}

/** Milliseconds until a send asks again for places that calls under way hold; it is woken when one of them is free. */
const heldMs = 2_000

/** Caps and opening hours, which leads wait for or not, as the department says. */
function withRoom(lead: Candidate, target: Target, { now, caps, isCall }: Options): Checked {
  const opening = nextOpening(target, now)
  const isOpen = opening?.getTime() === now.getTime()
  // A place under the caps is taken only by what goes at once.
  const room = isOpen && isCall ? caps.take(target, lead) : caps.findFull(target, lead)
  if (room && 'full' in room) {
    const { next, isHeldByCalls } = room.full
    const waits = target.cap_action === 'wait'
    const soon = isHeldByCalls ? new Date(now.getTime() + heldMs) : undefined
    // A total has no next period: there is room when it is raised, or a lead comes back, which wakes what waits.
    const until = waits ? (next ?? soon ?? new Date(now.getTime() + day)) : soon
    const message = fullWords(room.full, target)
    return { lead, refusal: { status: 'Cap reached', message, ...(until && { until }) } }
  }
  if (isOpen) return { lead, ...(room && 'slot' in room && { slot: room.slot }) }
  const waits = target.off_hours_action === 'wait' && opening !== null
  const message = closedWords(opening, target)
  const refusal = { status: 'Outside opening hours' as const, message }
  return { lead, refusal: { ...refusal, ...(waits && { until: opening }) } }
}
