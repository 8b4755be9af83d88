import { nextOpening } from './plan/openingHours.ts'

/** How fast the sends of a job follow each other (product.md 6.4). */
export interface Pacing {
  /** Seconds between two sends: random between these. */
  readonly interval_min?: number | null | undefined
  readonly interval_max?: number | null | undefined
  readonly per_hour?: number | null | undefined
  readonly per_day?: number | null | undefined
  /** Hours of the day, `09:00`, and the weekdays on which sends go out. */
  readonly window_from?: string | null | undefined
  readonly window_to?: string | null | undefined
  readonly weekdays?: readonly string[] | null | undefined
}

/** Whether anything is asked for. */
export const isPaced = (pacing: Pacing | undefined): pacing is Pacing =>
  Object.values(pacing ?? {}).some((one) => one !== null && one !== undefined)

/** Returns the first moment from `from` on at which a send may go out. */
export const firstTime = (pacing: Pacing, { zone, from }: { zone: string; from: Date }): Date =>
  nextOpening(hoursOf(pacing, zone), from) ?? from

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Returns the milliseconds from one send to the next in the long run, but for the hours of the day. */
export function meanPauseMs(pacing: Pacing = {}): number {
  const { per_day, weekdays: own } = pacing
  const pause = Math.max(
    pauseOf(pacing, () => 0.5),
    per_day ? 86_400_000 / per_day : 0,
  )
  return (pause * 7) / (own?.length || 7)
}

export function pauseOf(
  { interval_min, interval_max, per_hour }: Pacing,
  random: () => number,
): number {
  const from = interval_min ?? 0
  const to = Math.max(from, interval_max ?? from)
  const least = per_hour ? 3_600 / per_hour : 0
  return Math.ceil(Math.max(least, from + (to - from) * random()) * 1_000)
}

export function hoursOf({ window_from, window_to, weekdays: own }: Pacing, timezone: string) {
  const isLimited = window_from || window_to || own?.length
  const days = own?.length ? own : weekdays
  const from = window_from ?? '00:00'
  const to = window_to ?? '00:00'
  const opening_hours = isLimited ? days.map((day) => ({ day, from, to })) : null
  return { opening_hours, closed_dates: null, timezone }
}
