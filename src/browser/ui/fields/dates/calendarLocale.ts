import dayjs from 'dayjs'

import { memoize, tagOf } from '../../../client/i18n/formats.ts'

/** The fourth of January 2026 was a Sunday. */
const sunday = Date.UTC(2026, 0, 4)
const dayLength = 86_400_000

/**
 * Teaches the calendar's library the names of a language, as dates are shown in it, and its first day of the week.
 * Returns what the library calls it.
 */
export const calendarLocale = memoize((locale: string): string => {
  const name = `own-${locale.toLowerCase()}`
  const months = (month: 'long' | 'short') =>
    numbers(12).map((at) => named(locale, { month }, Date.UTC(2026, at, 1)))
  const weekdays = (weekday: 'long' | 'short' | 'narrow') =>
    numbers(7).map((at) => named(locale, { weekday }, sunday + at * dayLength))
  dayjs.locale(
    {
      name,
      months: months('long'),
      monthsShort: months('short'),
      weekdays: weekdays('long'),
      weekdaysShort: weekdays('short'),
      weekdaysMin: weekdays('short'),
      weekStart: firstWeekday(locale),
      ordinal: String,
      formats: {},
      relativeTime: {},
    },
    undefined,
    true,
  )
  return name
})

/** The shortest name of a day of the week; 0 is Sunday. */
export const narrowWeekday = (locale: string, day: number): string =>
  named(locale, { weekday: 'narrow' }, sunday + day * dayLength)

const named = (locale: string, options: Intl.DateTimeFormatOptions, time: number) =>
  new Intl.DateTimeFormat(tagOf(locale), { ...options, timeZone: 'UTC' }).format(time)

const numbers = (count: number) => Array.from({ length: count }, (_none, at) => at)

interface WeekInfo {
  readonly firstDay: number
}

/** 0 is Sunday. Monday where the browser does not know, and in English, whose regions do not agree. */
function firstWeekday(locale: string): number {
  const known = new Intl.Locale(tagOf(locale)) as Intl.Locale & {
    getWeekInfo?(): WeekInfo
    weekInfo?: WeekInfo
  }
  if (locale === 'en') return 1
  return (known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }).firstDay % 7
}
