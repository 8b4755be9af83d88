import { memoize, reader, tagOf } from '../../../client/i18n/formats.ts'

const units = [
  ['year', 365.25 * 86_400_000],
  ['month', 30.4375 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How far away a moment is, as the reader's language says it: "2 minutes ago", "in 3 days"; "now" within a minute. */
export function agoText(moment: string, now: number = Date.now()): string {
  const format = formats(reader().locale)
  const passed = now - Date.parse(moment)
  for (const [unit, length] of units) {
    if (Math.abs(passed) >= length) return format.format(-Math.trunc(passed / length), unit)
  }
  return format.format(0, 'second')
}

const formats = memoize(
  (locale: string) => new Intl.RelativeTimeFormat(tagOf(locale), { numeric: 'auto' }),
)
