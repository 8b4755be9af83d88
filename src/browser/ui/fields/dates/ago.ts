import { dayOn } from '#schema'

import { memoize, displayLocale, tagOf } from '../../../client/i18n/formats.ts'
import { zoneName } from './zones.ts'

const day = 86_400_000

const units = [
  ['year', 365.25 * day],
  ['month', 30.4375 * day],
  ['day', day],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * How far away a moment is, as the reader's language says it: "2 minutes ago", "in 3 days"; "now" within a minute. Days are
 * those of the calendar: 46 hours from now is seldom tomorrow.
 */
export function agoText(moment: string, now: number = Date.now()): string {
  const { locale } = displayLocale()
  const passed = now - Date.parse(moment)
  for (const [unit, length] of units) {
    if (Math.abs(passed) < length) continue
    return unit === 'day'
      ? formats(locale, 'auto').format(daysBetween(now, Date.parse(moment)), unit)
      : formats(locale, 'always').format(-Math.trunc(passed / length), unit)
  }
  return formats(locale, 'auto').format(0, 'second')
}

function daysBetween(from: number, to: number): number {
  const dayNumber = (at: number) => Date.parse(dayOn({ at: new Date(at), zone: zoneName() })) / day
  return dayNumber(to) - dayNumber(from)
}

const formats = memoize(
  (locale: string, numeric: 'auto' | 'always') =>
    new Intl.RelativeTimeFormat(tagOf(locale), { numeric }),
)
