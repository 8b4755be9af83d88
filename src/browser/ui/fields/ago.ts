import { kept, reader, tagOf } from '../../client/i18n/formats.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago a moment is, as the reader's language says it: "2 minutes ago"; "now" within the last minute. */
export function agoText(moment: string, now: number = Date.now()): string {
  const format = formats(reader().locale)
  const passed = Math.max(0, now - Date.parse(moment))
  for (const [unit, length] of units) {
    if (passed >= length) return format.format(-Math.floor(passed / length), unit)
  }
  return format.format(0, 'second')
}

const formats = kept(
  (locale: string) => new Intl.RelativeTimeFormat(tagOf(locale), { numeric: 'auto' }),
)
