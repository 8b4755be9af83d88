import { daysAfter, dayOn, timeShown } from '#schema'

import { nextOpening } from './plan/openingHours.ts'
import { type Pacing, pauseOf, hoursOf } from './pacing.ts'

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
