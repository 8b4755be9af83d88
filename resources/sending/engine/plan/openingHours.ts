import { daysAfter, dayOn, timeShown } from '#schema'

/** Hours of a weekday in the zone of a department; those that end before they begin cross midnight. */
export interface Hours {
  readonly day: string
  readonly from: string
  readonly to: string
}

interface Open {
  readonly opening_hours: readonly Hours[] | null
  readonly closed_dates: readonly { readonly day: string }[] | null
  readonly timezone: string
}

const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
/** Beyond this many days with no hour open a department counts as closed for good. */
const daysAhead = 400

/**
 * Returns the first moment from `now` on at which a department is open: `now` itself where it is open, null where it never
 * is. Days and hours are those that clocks show in its zone, also when they change: an hour that they leave out is not there,
 * and one that they show twice counts twice.
 */
export function nextOpening(
  { opening_hours: hours, closed_dates: closed, timezone: zone }: Open,
  now: Date,
): Date | null {
  const isClosed = new Set(closed?.map(({ day }) => day))
  if (!hours?.length && isClosed.size === 0) return now
  const today = dayOn({ at: now, zone })
  for (let ahead = -1; ahead <= daysAhead; ahead += 1) {
    const day = daysAfter(today, ahead)
    if (isClosed.has(day)) continue
    const next = spansOf(day, hours, zone)
      .filter(([from, to]) => from < to && to > now.getTime())
      .map(([from]) => Math.max(from, now.getTime()))
      .sort((one, other) => one - other)[0]
    if (next !== undefined) return new Date(next)
  }
  return null
}

/** The moments between which a day is open; the last one is outside. */
function spansOf(day: string, hours: Open['opening_hours'], zone: string): [number, number][] {
  if (!hours?.length) return [[at(day, '00:00', zone), at(daysAfter(day, 1), '00:00', zone)]]
  const weekday = names[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return hours
    .filter((one) => one.day === weekday)
    .map(({ from, to }) => [
      at(day, from, zone),
      at(to <= from ? daysAfter(day, 1) : day, to, zone),
    ])
}

const at = (day: string, time: string, zone: string) =>
  timeShown(`${day}T${time.slice(0, 5)}:00`, zone)
