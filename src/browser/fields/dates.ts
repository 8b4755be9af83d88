const day: Intl.DateTimeFormatOptions = { month: 'short', day: '2-digit', year: 'numeric' }
const dayFormat = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' })
const localDayFormat = new Intl.DateTimeFormat('en-US', day)
const clockFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** A day `YYYY-MM-DD` as `MMM DD, YYYY` (specification 9). */
export function dayText(value: string): string {
  const time = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(time) ? value : dayFormat.format(time)
}

/** A moment as `MMM DD, YYYY HH:mm:ss` in the time zone of the browser. */
export function momentText(value: string): string {
  const time = Date.parse(value)
  if (Number.isNaN(time)) return value
  return `${localDayFormat.format(time)} ${clockFormat.format(time)}`
}
