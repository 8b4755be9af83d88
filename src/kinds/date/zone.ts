/** A moment, and the time zone in which somebody calls it a day: `Europe/Berlin`. */
export interface Clock {
  readonly at: Date
  readonly zone: string
}

const dayLength = 86_400_000

/** The day `YYYY-MM-DD` that a clock shows. */
export function dayOn({ at, zone }: Clock): string {
  return localTime(at.getTime(), zone).slice(0, 10)
}

/** The day so many days after another. */
export function daysAfter(day: string, count: number): string {
  return isoDay(new Date(Date.parse(`${day}T00:00:00Z`) + count * dayLength))
}

/** The most years that a day is reckoned back: no day that is stored lies before 1900. */
const maxYears = 1_000

/** The day so many years before another; the last of February for the 29th of a shorter one. */
export function yearsBefore(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const then = year - Math.min(Math.max(count, -maxYears), maxYears)
  const last = new Date(Date.UTC(then, month, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(then, month - 1, Math.min(date, last))))
}

/** The whole years from one day to another; below 0 where the other comes first. */
export function yearsBetween(day: string, other: string): number {
  const years = Number(other.slice(0, 4)) - Number(day.slice(0, 4))
  return other.slice(5) < day.slice(5) ? years - 1 : years
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10)

/** The first and the last moment of a run of days, as the database prints them. */
export function momentsOf(days: { from: string; to: string }, zone: string) {
  const last = new Date(startOf(daysAfter(days.to, 1), zone) - 1)
  return {
    from: new Date(startOf(days.from, zone)).toISOString().replace('.000Z', 'Z'),
    to: last.toISOString().replace('Z', '999Z'),
  }
}

/** A day begins at midnight, or where clocks jump over it: its first moment is the earliest that bears its name. */
function startOf(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsets = [midnight - dayLength, midnight + dayLength].map((time) => offsetAt(time, zone))
  const starts = offsets.map((offset) => midnight - offset).sort((one, other) => one - other)
  return starts.find((time) => localTime(time, zone).startsWith(day)) ?? midnight
}

/**
 * The moment at which clocks show a local time `YYYY-MM-DDTHH:mm:ss`: the earlier one where they show it twice, and where
 * they leave it out the moment at which they jump over it.
 */
export function timeShown(local: string, zone: string): number {
  const time = Date.parse(`${local}Z`)
  const offsets = [time - dayLength, time + dayLength].map((one) => offsetAt(one, zone))
  const times = offsets.map((offset) => time - offset).sort((one, other) => one - other)
  const [first = time, last = first] = times
  const shown = times.find((one) => one + offsetAt(one, zone) === time)
  return shown ?? changeOfClocks(first, last, zone) ?? first
}

/** The moment between two at which the clocks of a zone are changed; undefined where they are not. All are whole seconds. */
export function changeOfClocks(from: number, to: number, zone: string): number | undefined {
  const before = offsetAt(from, zone)
  if (before === offsetAt(to, zone)) return undefined
  let [last, first] = [from, to]
  while (first - last > 1_000) {
    const middle = last + Math.floor((first - last) / 2_000) * 1_000
    if (offsetAt(middle, zone) === before) last = middle
    else first = middle
  }
  return first
}

const offsetAt = (time: number, zone: string) => Date.parse(`${localTime(time, zone)}Z`) - time

let zones: Set<string> | undefined

/**
 * Returns the name of a time zone as the world spells it: `Europe/Berlin`; an old name like `US/Eastern` as it was
 * given. Undefined for a text that names none, such as an offset.
 */
export function zoneNamed(text: string): string | undefined {
  zones ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (zones.has(text)) return text
  if (!/^[a-z]/i.test(text)) return undefined
  const name = formatIn(text)?.resolvedOptions().timeZone
  return name?.toLowerCase() === text.toLowerCase() ? name : name && text
}

/** A format takes some 75 KB, and zones can be spelled in any letter case. */
const maxFormats = 64
const formats = new Map<string, Intl.DateTimeFormat>()

/** What clocks in a zone show, as `YYYY-MM-DDTHH:mm:ss`. */
export function localTime(time: number, zone: string): string {
  return formatOf(zone).format(time).replace(' ', 'T')
}

/** Swedish writes days as ISO 8601 does. A zone that this machine does not know counts as UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = formatIn(timeZone) ?? formatOf('UTC')
  const [oldest] = formats.keys()
  if (formats.size >= maxFormats && oldest !== undefined) formats.delete(oldest)
  formats.set(timeZone, format)
  return format
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  } catch {
    return undefined
  }
}
