const names = {
  y: 'year',
  M: 'month',
  d: 'day',
  H: 'hour',
  m: 'minute',
  s: 'second',
} as const

const whole: ReadonlySet<string> = new Set(['iso', 'unix', 'unix_ms'])
const token = /yyyy|YYYY|yy|YY|MM?|dd?|DD?|HH?|mm?|ss?/g

/** Whether a form of dates has parts that are known, and no other letters but the `T` and `Z` of ISO 8601. */
export const isDateForm = (format: string): boolean =>
  whole.has(format) || (format.search(token) >= 0 && !/[^\P{L}TZ]/u.test(format.replace(token, '')))

/**
 * Writes a moment as a broker wants it: `yyyy-MM-dd HH:mm:ss` and its parts (`yy`, `M`, `d`, `H`, `m`, `s`), years and days also
 * in capitals, `iso`, `unix` (seconds) or `unix_ms`. A date without a time stays that date in every zone. Undefined for what is no date.
 */
export function formatMoment(value: string, format: string, zone = 'UTC'): string | undefined {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return undefined
  if (format === 'iso') return moment.toISOString()
  if (format === 'unix') return String(Math.floor(moment.getTime() / 1_000))
  if (format === 'unix_ms') return String(moment.getTime())
  const parts = partsOf(moment, /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'UTC' : zone)
  return format.replace(token, ({ length }, at: number) => {
    const letter = format.charAt(at).replace('Y', 'y').replace('D', 'd')
    const part = parts.get(names[letter as keyof typeof names]) ?? ''
    if (length === 1) return part.replace(/^0/, '')
    return part.slice(-length)
  })
}

function partsOf(moment: Date, timeZone: string): Map<string, string> {
  const written = new Intl.DateTimeFormat('en-GB', {
    timeZone: isZone(timeZone) ? timeZone : 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  return new Map(written.map(({ type, value }) => [type, value]))
}

/** Whether there is such a time zone. */
export function isZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}
