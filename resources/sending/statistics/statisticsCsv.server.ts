import { csvFile } from '#server'

import type { Statistics, StatisticsQuery } from './statistics.ts'
import { statisticsColumns } from './statisticsNames.ts'

const names = [...statisticsColumns, 'last_ftd_at'] as const

/** The statistics as a file that spreadsheets open; the first lines say what the numbers stand for. */
export function statisticsCsv(
  { rows, total, from, to, zone }: Statistics,
  { by, then_by, basis }: StatisticsQuery,
): string {
  const groups = [by, ...(then_by ? [then_by] : [])]
  const empty = then_by ? [''] : []
  const hasCaps = rows.some(({ cap_today }) => cap_today)
  const lines = [
    ['days', from, to, zone, basis === 'send' ? 'by send date' : 'by FTD date'],
    [...groups, ...names, ...(hasCaps ? ['cap_today'] : [])],
    ...rows.map(({ part, second, ...row }) => [
      part.label,
      ...(second ? [second.label] : []),
      ...names.map((name) => row[name]),
      ...(hasCaps ? [row.cap_today] : []),
    ]),
    ['total', ...empty, ...names.map((name) => total[name])],
  ]
  return csvFile(lines)
}
