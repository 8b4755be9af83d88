import { csvFile } from '#server'

import english from '../../translations/en/statistics.json' with { type: 'json' }

import type { Statistics, StatisticsQuery } from './statistics.ts'
import { statisticsColumns } from './statisticsNames.ts'

const names = [...statisticsColumns, 'last_ftd_at'] as const

/** The statistics as a file that spreadsheets open; the first lines say what the numbers stand for. */
export function statisticsCsv(
  { rows, total, from, to, zone, is_cut }: Statistics,
  { by, then_by, basis }: StatisticsQuery,
): string {
  const groups = [by, ...(then_by ? [then_by] : [])]
  const empty = then_by ? [''] : []
  const hasCaps = rows.some(({ cap_today }) => cap_today)
  const lines = [
    ['days', from, to, zone, basis === 'send' ? 'by send date' : 'by FTD date'],
    [...groups, ...names, ...(hasCaps ? (['cap_today'] as const) : [])].map(
      (name) => english[`console.statistics.${name}`],
    ),
    ...rows.map(({ part, second, ...row }) => [
      part.label,
      ...(second ? [second.label] : []),
      ...names.map((name) => row[name]),
      ...(hasCaps ? [row.cap_today] : []),
    ]),
    [english['console.statistics.total'], ...empty, ...names.map((name) => total[name])],
    ...(is_cut ? [[`Only the first ${rows.length} rows; the total is of all`]] : []),
  ]
  return csvFile(lines)
}
