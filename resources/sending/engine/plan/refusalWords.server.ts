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

/** Says what of a department rests. */
export function restWords({ broker, is_active, pause_reason, integration }: Target): string {
  if (!broker.is_active) return msg('the_broker_is_not_active')
  if (!is_active) {
    return pause_reason
      ? msg('the_department_is_paused_for', { reason: pause_reason })
      : msg('the_department_is_paused')
  }
  const state = integration?.state
  if (state === 'paused' || state === 'auto_paused') return msg('the_integration_is_paused')
  return state === 'active' ? msg('push_is_switched_off') : msg('the_integration_is_not_active_yet')
}
