import { localTime } from '#schema'

import { msg } from '../../../msg.server.ts'
import type { Full } from '../caps/caps.server.ts'
import type { Target } from './target.server.ts'

/** A moment as the clocks of a department show it, for messages that name its zone beside it. */
function shownAt(moment: Date, { timezone: zone }: Pick<Target, 'timezone'>) {
  const shown = localTime(moment.getTime(), zone)
  return { day: shown.slice(0, 10), time: shown.slice(11, 16), zone }
}

/** Says which cap is full, and from when there is room under it. */
export function fullWords(
  { cap: { period, limit, of }, next }: Pick<Full, 'cap' | 'next'>,
  target: Pick<Target, 'timezone'>,
): string {
  const values = {
    limit: limit.toLocaleString('en'),
    period: msg(`cap_of_${period}`),
    ...(next && shownAt(next, target)),
    ...(of && { of }),
  }
  if (!next) return msg(of ? 'a_cap_in_all_is_full_of' : 'a_cap_in_all_is_full', values)
  return msg(of ? 'a_cap_is_full_of' : 'a_cap_is_full', values)
}

/** Says when a department opens. */
export const closedWords = (opening: Date | null, target: Pick<Target, 'timezone'>): string =>
  opening ? msg('it_opens_on', shownAt(opening, target)) : msg('it_opens_no_more')

/** From when on a lead may be sent, on the clocks of a department. */
export interface FreeFrom extends Pick<Target, 'timezone'> {
  readonly at: Date
}

/** Says from when on a lead may be sent: of several the first. */
export const freeWords = ({ at, timezone }: FreeFrom, isFirstOfSeveral = false): string =>
  msg(
    isFirstOfSeveral ? 'the_first_is_available_from' : 'it_is_available_from',
    shownAt(at, { timezone }),
  )

type Refused = { readonly message?: string; readonly from?: FreeFrom }

/** What is said of every lead that a reason is against; undefined where each has its own time. */
export const sharedWords = ({ message, from }: Refused): string | undefined =>
  from ? undefined : message

/** What is said of some leads that one reason is against. */
export function wordsOfAll(refusals: readonly Refused[]): string | null {
  const times = refusals.flatMap(({ from }) => from ?? [])
  const [first, last] = times.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  if (!first) return refusals[0]?.message ?? null
  return freeWords(first, last !== undefined && last.at > first.at)
}

/** Says what of a department rests. */
export function restWords({ broker, is_active, pause_reason, integration }: Target): string {
  if (!broker.is_active) return msg('the_broker_is_not_active')
  if (!is_active) {
    return pause_reason
      ? msg('the_department_is_paused_for', { reason: pause_reason })
      : msg('the_department_is_paused')
  }
  const { state, pause_reason: reason } = integration ?? {}
  if (state === 'paused' || state === 'auto_paused') {
    if (!reason) return msg('the_integration_is_paused')
    // What it says of itself is a message, and what a person says is theirs.
    return msg(state === 'paused' ? 'the_integration_is_paused_for' : 'the_integration_rests', {
      reason,
    })
  }
  return state === 'active' ? msg('push_is_switched_off') : msg('the_integration_is_not_active_yet')
}
