import { localTime } from '#schema'

import { zoneName } from '../../ui/fields/dates/zones.ts'
import { memoize, numberFormat, displayLocale, tagOf } from '../../client/i18n/formats.ts'

/** How much, without the sign: an arrow and words tell the direction. */
export const changeText = (percentage: number): string =>
  percentFormat(displayLocale().locale).format(Math.abs(percentage) / 100)

const percentFormat = (locale: string) =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

/** A day `YYYY-MM-DD` without its year: `Jan 31`. */
export const shortDay = (value: string): string =>
  shortFormat(displayLocale().locale).format(Date.parse(`${value}T00:00:00Z`))

const shortFormat = memoize(
  (locale: string) =>
    new Intl.DateTimeFormat(tagOf(locale), { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)

/** The time of a moment in the user's time zone, without seconds: `14:15`. */
export const clockText = (moment: string): string =>
  localTime(Date.parse(moment), zoneName()).slice(11, 16)
