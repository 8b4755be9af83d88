import { daysAfter } from './zone.ts'

interface Days {
  readonly from: string
  readonly to: string
}

/**
 * Stretches of days that mean other days tomorrow: `created_at=last_7_days`. The seven days end with today,
 * the next seven begin with tomorrow; weeks begin on Monday.
 */
const periods = {
  today: (today) => days(today, 0, 1),
  yesterday: (today) => days(today, -1, 1),
  tomorrow: (today) => days(today, 1, 1),
  last_7_days: (today) => days(today, -6, 7),
  last_30_days: (today) => days(today, -29, 30),
  last_90_days: (today) => days(today, -89, 90),
  next_7_days: (today) => days(today, 1, 7),
  next_30_days: (today) => days(today, 1, 30),
  this_week: (today) => days(today, -weekday(today), 7),
  last_week: (today) => days(today, -weekday(today) - 7, 7),
  next_week: (today) => days(today, 7 - weekday(today), 7),
  this_month: (today) => months(today, 0, 1),
  last_month: (today) => months(today, -1, 1),
  next_month: (today) => months(today, 1, 1),
  this_year: (today) => months(today, 1 - monthOf(today), 12),
  last_year: (today) => months(today, -11 - monthOf(today), 12),
} as const satisfies Record<string, (today: string) => Days>

export type PeriodName = keyof typeof periods

export const periodNames = Object.keys(periods) as PeriodName[]

/** The days that a period means on a day; undefined for a text that names none. */
export const daysOf = (name: string, today: string): Days | undefined =>
  isPeriod(name) ? periods[name](today) : undefined

export const isPeriod = (text: string): text is PeriodName => Object.hasOwn(periods, text)

function days(today: string, first: number, count: number): Days {
  const from = daysAfter(today, first)
  return { from, to: daysAfter(from, count - 1) }
}

function months(today: string, first: number, count: number): Days {
  return { from: monthStart(today, first), to: daysAfter(monthStart(today, first + count), -1) }
}

/** The first day of the month so many months after that of a day. */
function monthStart(day: string, count: number): string {
  const year = Number(day.slice(0, 4))
  return new Date(Date.UTC(year, monthOf(day) - 1 + count, 1)).toISOString().slice(0, 10)
}

const monthOf = (day: string) => Number(day.slice(5, 7))

/** Monday is 0. */
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
