import { daysAfter, dayOn, localTime, timeShown } from '#schema'

type Period = 'hour' | 'day' | 'week' | 'month' | 'total'

/** How many leads a department takes in a period. */
export interface Cap {
  readonly period: Period
  readonly limit: number
  readonly counts: 'accepted' | 'attempted'
  readonly country: number | null
  readonly source: number | null
  /** The names of the country and the source, where it counts the leads of these alone. */
  readonly of?: string | null
}

/** The longest first: the order in which caps are asked (product.md 6.2). */
export const periods = ['total', 'month', 'week', 'day', 'hour'] as const

const hour = 3_600_000

/** When the period of a moment began, also as clocks show it in a zone, and when the next one begins; null for never. */
export function periodOf(
  period: Period,
  now: Date,
  zone: string,
): { key: string; start: Date | null; next: Date | null } {
  if (period === 'total') return { key: '', start: null, next: null }
  const day = dayOn({ at: now, zone })
  if (period === 'hour') {
    // Both of two hours of one name in autumn have a key of their own.
    const passed = Date.parse(`${localTime(now.getTime(), zone)}Z`) % hour
    const start = now.getTime() - (now.getTime() % 1_000) - passed
    const began = new Date(start)
    return { key: began.toISOString(), start: began, next: new Date(start + hour) }
  }
  const first = { day, week: mondayOf(day), month: `${day.slice(0, 7)}-01` }[period]
  const after = {
    day: daysAfter(day, 1),
    week: daysAfter(first, 7),
    month: `${daysAfter(first, 31).slice(0, 7)}-01`,
  }[period]
  const begin = (one: string) => new Date(timeShown(`${one}T00:00:00`, zone))
  return { key: first, start: begin(first), next: begin(after) }
}

/** The key of the counter of a cap in the period of a moment, with when that began and ends. */
export function counterOf({ period, counts, country, source }: Cap, now: Date, zone: string) {
  const { key, ...times } = periodOf(period, now, zone)
  return { key: [period, counts, country ?? '', source ?? '', key].join('|'), ...times }
}

const mondayOf = (day: string) =>
  daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
