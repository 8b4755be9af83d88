import { changeOfClocks, daysAfter, dayOn, localTime, timeShown } from '#schema'

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
 * and one that they show twice counts twice. The cell "open now" says the same in SQL.
 */
export function nextOpening(open: Open, now: Date): Date | null {
  const { opening_hours: hours, timezone: zone } = open
  const closed = new Set(open.closed_dates?.map(({ day }) => day))
  if (!hours?.length && closed.size === 0) return now
  const isOpen = (time: number) => isOpenAt(localTime(time, zone), hours, closed)
  if (isOpen(now.getTime())) return now
  const today = dayOn({ at: now, zone })
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const next = beginnings(daysAfter(today, ahead), hours, zone)
      .filter((time) => time > now.getTime() && isOpen(time))
      .sort((one, other) => one - other)[0]
    if (next !== undefined) return new Date(next)
  }
  return null
}

/** Whether hours are open when clocks show this. What begins on a closed day is not open after its midnight either. */
function isOpenAt(shown: string, hours: Open['opening_hours'], closed: ReadonlySet<string>) {
  const [day, clock] = [shown.slice(0, 10), shown.slice(11)]
  if (closed.has(day)) return false
  if (!hours?.length) return true
  const before = daysAfter(day, -1)
  return hours.some(({ day: name, from, to }) => {
    const [begins, ends] = [clock >= from.slice(0, 5), clock < to.slice(0, 5)]
    if (from < to) return name === weekdayOf(day) && begins && ends
    const isOfBefore = name === weekdayOf(before) && ends && !closed.has(before)
    return isOfBefore || (name === weekdayOf(day) && begins)
  })
}

const weekdayOf = (day: string) => names[new Date(`${day}T00:00:00Z`).getUTCDay()]

/** The moments of a day at which hours may begin: where clocks go back they show some of them twice, and begin others anew. */
function beginnings(day: string, hours: Open['opening_hours'], zone: string): number[] {
  const at = (time: string, on = day) => timeShown(`${on}T${time.slice(0, 5)}:00`, zone)
  const [start, end] = [at('00:00'), at('00:00', daysAfter(day, 1))]
  const own = hours?.length
    ? hours.filter((one) => one.day === weekdayOf(day))
    : [{ from: '00:00' }]
  const times = own.map(({ from }) => at(from))
  const changed = changeOfClocks(start, end, zone)
  if (changed === undefined) return times
  const shift = end - start - 24 * 3_600_000
  return [...times, changed, ...times.map((time) => time + shift)]
}
