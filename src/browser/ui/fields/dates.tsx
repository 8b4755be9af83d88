import { kept, reader, tagOf, speaksEnglish } from '../../client/i18n/formats.ts'

/** A day `YYYY-MM-DD` as `MMM DD, YYYY` in English (specification 9), elsewhere as the language writes it. */
export function dayText(value: string): string {
  const time = Date.parse(`${value}T00:00:00Z`)
  if (Number.isNaN(time)) return value
  return dayFormat(reader().locale, 'UTC').format(time)
}

/** A moment as `MMM DD, YYYY HH:mm:ss` in English, in the user's time zone. */
export function momentText(value: string): string {
  const time = Date.parse(value)
  if (Number.isNaN(time)) return value
  const { locale, zone } = reader()
  if (!speaksEnglish(locale)) return momentFormat(locale, zone).format(time)
  return `${dayFormat(locale, zone).format(time)} ${clockFormat(zone).format(time)}`
}

/** The same with the name of the time zone. */
export function momentWithZone(value: string): string {
  return Number.isNaN(Date.parse(value)) ? value : `${momentText(value)} (${zoneName()})`
}

/** The time zone that moments are written in: `Europe/Berlin`. */
export const zoneName = (): string => clockFormat(reader().zone).resolvedOptions().timeZone

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const day = { month: 'short', day: 'numeric', year: 'numeric' } as const

const dayFormat = kept((locale: string, timeZone: string | undefined) =>
  speaksEnglish(locale)
    ? new Intl.DateTimeFormat('en-US', { ...day, day: '2-digit', timeZone })
    : new Intl.DateTimeFormat(tagOf(locale), { ...day, timeZone }),
)

const clockFormat = kept(
  (timeZone: string | undefined) => new Intl.DateTimeFormat('en-GB', { ...clock, timeZone }),
)

const momentFormat = kept(
  (locale: string, timeZone: string | undefined) =>
    new Intl.DateTimeFormat(tagOf(locale), { ...day, ...clock, timeZone }),
)

/** A moment; the hover title says the time zone that it is written in. */
export function Moment({ value }: { value: string }) {
  return (
    <time dateTime={value} title={momentWithZone(value)}>
      {momentText(value)}
    </time>
  )
}
