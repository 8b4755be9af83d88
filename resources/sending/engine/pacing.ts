import { daysAfter, dayOn, timeShown } from '#schema'

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

/** How far the sends of a job have come. */
interface Course {
  /** The first moment of all, or the moment of the last send that was planned. */
  readonly at: Date
  /** Sends planned on the day of that moment; 0: none is planned yet. */
  readonly onDay: number
  readonly zone: string
  /** None before it, however long ago the last one was. */
  readonly from?: Date
}

/** Whether anything is asked for. */
export const isPaced = (pacing: Pacing | undefined): pacing is Pacing =>
  Object.values(pacing ?? {}).some((one) => one !== null && one !== undefined)

/** Returns the first moment from `from` on at which a send may go out. */
export const firstTime = (pacing: Pacing, { zone, from }: { zone: string; from: Date }): Date =>
  nextOpening(hoursOf(pacing, zone), from) ?? from

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Returns the moments of the next sends of a job. */
export function pacedTimes(
  count: number,
  pacing: Pacing,
  { at, onDay, zone, from = at }: Course,
  random = Math.random,
): Date[] {
  const open = hoursOf(pacing, zone)
  const perDay = pacing.per_day ?? Infinity
  const times: Date[] = []
  let [last, sent] = [at, onDay]
  while (times.length < count) {
    const isFirst = sent === 0 && times.length === 0
    const paused = new Date(last.getTime() + pauseOf(pacing, random))
    const next = isFirst ? last : paused < from ? from : paused
    let time = nextOpening(open, next) ?? next
    const isSameDay = !isFirst && dayOn({ at: time, zone }) === dayOn({ at: last, zone })
    sent = isSameDay ? sent : 0
    if (sent >= perDay) {
      const tomorrow = timeShown(`${daysAfter(dayOn({ at: time, zone }), 1)}T00:00:00`, zone)
      time = nextOpening(open, new Date(tomorrow)) ?? new Date(tomorrow)
      sent = 0
    }
    times.push(time)
    last = time
    sent += 1
  }
  return times
}

/** Returns the milliseconds from one send to the next in the long run, but for the hours of the day. */
export function meanPauseMs(pacing: Pacing = {}): number {
  const { per_day, weekdays: own } = pacing
  const pause = Math.max(
    pauseOf(pacing, () => 0.5),
    per_day ? 86_400_000 / per_day : 0,
  )
  return (pause * 7) / (own?.length || 7)
}

function pauseOf({ interval_min, interval_max, per_hour }: Pacing, random: () => number): number {
  const from = interval_min ?? 0
  const to = Math.max(from, interval_max ?? from)
  const least = per_hour ? 3_600 / per_hour : 0
  return Math.ceil(Math.max(least, from + (to - from) * random()) * 1_000)
}

function hoursOf({ window_from, window_to, weekdays: own }: Pacing, timezone: string) {
  const isLimited = window_from || window_to || own?.length
  const days = own?.length ? own : weekdays
  const from = window_from ?? '00:00'
  const to = window_to ?? '00:00'
  const opening_hours = isLimited ? days.map((day) => ({ day, from, to })) : null
  return { opening_hours, closed_dates: null, timezone }
}
