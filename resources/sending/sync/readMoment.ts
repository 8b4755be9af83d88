import { timeShown } from '#schema'

const earliest = Date.UTC(2000, 0, 1)
const day = 86_400_000
/** No date is longer; what a broker says may be. */
const longest = 80

/**
 * Reads a date of a broker: with its zone, seconds or milliseconds since 1970, or `yyyy-MM-dd HH:mm:ss` of the
 * integration's zone (`dd/MM/yyyy` where its form of dates begins with the day). Null for what is none, or lies before 2000
 * or after tomorrow.
 */
export function readMoment(
  text: string | null,
  format: string | null,
  zone: string | null,
): string | null {
  if (!text || text.length > longest) return null
  const time = timeOf(text.trim(), format, zone ?? 'UTC')
  const isPossible = time >= earliest && time <= Date.now() + day
  return isPossible ? new Date(time).toISOString() : null
}

function timeOf(text: string, format: string | null, zone: string): number {
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1_000
  if (/^\d{12,13}$/.test(text)) return Number(text)
  const isWithZone = /^(?:\d{4}-|[A-Z]).*\d.*(?:Z|GMT|UTC|:\S*[+-]\d{2}(?::?\d{2})?|[+-]\d{4})$/i
  if (isWithZone.test(text)) return Date.parse(text.replace(/([+-]\d{2})$/, '$1:00'))
  const local =
    /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:.*?([AP])M)?)?/i.exec(
      text,
    )
  if (!local) return Number.NaN
  const half = local.pop()?.toUpperCase()
  const [one = 0, two = 0, three = 0, ...clock] = local.slice(1).map((part) => Number(part ?? 0))
  const [year, month, date] = orderOf(one, two, three, format)
  const [given = 0, minute = 0, second = 0] = clock
  const hour = half ? (given % 12) + (half === 'P' ? 12 : 0) : given
  const asUtc = new Date(Date.UTC(year, month - 1, date, hour, minute, second))
  const isDate = asUtc.getUTCDate() === date && hour < 24 && minute < 60
  return isDate ? timeShown(asUtc.toISOString().slice(0, 19), zone) : Number.NaN
}

function orderOf(one: number, two: number, three: number, format: string | null) {
  if (one > 31) return [one, two, three] as const
  return format?.startsWith('M') ? ([three, one, two] as const) : ([three, two, one] as const)
}
