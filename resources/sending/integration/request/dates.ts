const names = {
  yyyy: 'year',
  MM: 'month',
  dd: 'day',
  HH: 'hour',
  mm: 'minute',
  ss: 'second',
} as const

/**
 * Writes a moment as a broker wants it: `yyyy-MM-dd HH:mm:ss` and its parts (`yy`, `M`, `d`, `H`, `m`, `s`), `iso`, `unix`
 * (seconds) or `unix_ms`. A date without a time stays that date in every zone. Undefined for what is no date.
 */
export function formatMoment(value: string, format: string, zone = 'UTC'): string | undefined {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return undefined
  if (format === 'iso') return moment.toISOString()
  if (format === 'unix') return String(Math.floor(moment.getTime() / 1_000))
  if (format === 'unix_ms') return String(moment.getTime())
  const parts = partsOf(moment, /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'UTC' : zone)
  return format.replace(/yyyy|yy|MM?|dd?|HH?|mm?|ss?/g, (token) => {
    if (token === 'yy') return (parts.get('year') ?? '').slice(-2)
    const isShort = token.length === 1
    const part = parts.get(names[(isShort ? token + token : token) as keyof typeof names]) ?? ''
    return isShort ? part.replace(/^0/, '') : part
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
