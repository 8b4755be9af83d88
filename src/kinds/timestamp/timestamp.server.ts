import { localTime } from '../date/zone.ts'
import { sqlText, type ServerKind } from '../kind.server.ts'
import { dayAndTime, dayExamples } from '../date/date.server.ts'
import { moment, type TimestampField } from './timestamp.ts'

export const timestampServer: ServerKind<TimestampField> = {
  exportSql: (column, _field, { zone = 'UTC' } = {}) =>
    zone === 'UTC'
      ? `left(${column}::text, 19)`
      : `to_char(${column} at time zone ${sqlText(zone)}, 'YYYY-MM-DD HH24:MI:SS')`,
  exportText: (value, _field, { zone = 'UTC' } = {}) =>
    localTime(Date.parse(value), zone).replace('T', ' '),
  importText(text, _field, { dateOrder }) {
    const [day, time] = dayAndTime(text, dateOrder)
    return moment(time ? `${day}T${in24Hours(time)}` : day, dayExamples[dateOrder])
  },
}

/** A time as people write it, `9:05` or `2:30 PM`, with two digits and in 24 hours. */
export function in24Hours(time: string): string {
  const [, hour = '', rest = '', half, zone = ''] =
    /^(\d{1,2})[:.](\d\d(?::\d\d(?:[.,]\d+)?)?) ?([ap]\.?m\.?)? ?(.*)$/i.exec(time) ?? []
  if (!half) return `${hour.padStart(2, '0')}:${rest}${zone}`
  const clock = Number(hour)
  if (clock < 1 || clock > 12) return time
  const hours = (clock % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${rest}${zone}`
}
