import { localTime } from '#schema'

import { agoText } from './ago.ts'
import { zoneName } from './zones.ts'
import { memoize, displayLocale, speaksEnglish, tagOf } from '../../../client/i18n/formats.ts'

/** A day `YYYY-MM-DD` as `MMM DD, YYYY` in English, elsewhere as the language writes it. */
export function dayText(value: string): string {
  const time = Date.parse(`${value}T00:00:00Z`)
  if (Number.isNaN(time)) return value
  const { locale } = displayLocale()
  return speaksEnglish(locale) ? englishDay.format(time) : ownFormat(locale, false).format(time)
}

/** A moment as `MMM DD, YYYY HH:mm:ss` in English, in the user's time zone. */
export function momentText(value: string): string {
  const time = Date.parse(value)
  return Number.isNaN(time) ? value : localText(localTime(time, zoneName()))
}

/** The same of a local time, `YYYY-MM-DDTHH:mm:ss`. */
export function localText(local: string): string {
  const time = Date.parse(`${local}Z`)
  if (Number.isNaN(time)) return local
  const { locale } = displayLocale()
  return speaksEnglish(locale)
    ? `${englishDay.format(time)} ${englishClock.format(time)}`
    : ownFormat(locale, true).format(time)
}

/** The same with the name of the time zone. */
export const momentWithZone = (value: string): string =>
  Number.isNaN(Date.parse(value)) ? value : `${momentText(value)} (${zoneName()})`

const day = { month: 'short', day: 'numeric', year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const timeZone = 'UTC'
const englishDay = new Intl.DateTimeFormat('en-US', { ...day, day: '2-digit', timeZone })
const englishClock = new Intl.DateTimeFormat('en-US', { ...clock, timeZone })

const ownFormat = memoize(
  (locale: string, hasClock: boolean) =>
    new Intl.DateTimeFormat(tagOf(locale), { ...day, ...(hasClock && clock), timeZone }),
)

/** A moment; the hover title says the time zone that it is written in. With `ago` also how long ago it was. */
export function Moment({ value, ago = false }: { value: string; ago?: boolean }) {
  const moment = (
    <time dateTime={value} title={momentWithZone(value)}>
      {momentText(value)}
    </time>
  )
  if (!ago || Number.isNaN(Date.parse(value))) return moment
  return (
    <>
      {moment} <span style={{ whiteSpace: 'nowrap' }}>({agoText(value)})</span>
    </>
  )
}
