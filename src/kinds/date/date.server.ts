import type { ServerKind } from '../kind.server.ts'
import { dayLike, isDay } from './date.ts'
import type { ImportContext } from '../kind.ts'
import { ValueError } from '../valueError.ts'

export const dateServer: ServerKind = {
  maskSql: (column) =>
    `case when ${column} is not null then '••' || coalesce(' (' || ${yearsSql(column)} || ')', '') end`,
  importText(text, _field, { dateOrder }) {
    const [day] = dayAndTime(text, dateOrder)
    if (!isDay(day)) throw new ValueError('bad_date', dayLike(dayExamples[dateOrder]))
    return day
  },
}

/** Whole years from a column of days to today, null where the day has yet to come. */
export const yearsSql = (column: string): string =>
  `case when ${column} <= current_date then extract(year from age(current_date, ${column})) end`

/** The last of a January, as files of each order write it. */
export const dayExamples = { ymd: '2026-01-31', dmy: '31.01.2026', mdy: '01/31/2026' } as const

const parts = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})(?:(?:T|,? )(\d{1,2}[:.]\d\d.*))?$/

/**
 * A day written in the file's own order, as `YYYY-MM-DD`, and the time behind it as it stands, '' without one.
 * The order is never guessed. A text of another form comes back whole as the day.
 */
export function dayAndTime(
  text: string,
  order: ImportContext['dateOrder'],
): [day: string, time: string] {
  const written = text.trim()
  const [, first, , second, third, time = ''] = parts.exec(written) ?? []
  if (!first || !second || !third) return [written, '']
  const [year, month, date] =
    order === 'ymd' || first.length === 4
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  return [`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`, time]
}
