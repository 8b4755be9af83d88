import { localTime, messageOf, renderMessage } from '#schema'
import { csvFile, type Language } from '#server'

import english from '../../translations/en/statistics.json' with { type: 'json' }

import type { FileQuery, Statistics } from './statistics.ts'
import { fileColumns, type FileColumn } from './statisticsNames.ts'
import { hasCaps } from './groupings.ts'

type Asked = Pick<FileQuery, 'by' | 'then_by' | 'basis' | 'columns' | 'delimiter' | 'bom'>
type Numbers = Readonly<Partial<Record<FileColumn, string | number | null | undefined>>>

/** The statistics as a file that spreadsheets open, in a language; the first line says what the numbers stand for. */
export function statisticsCsv(
  { rows, total, from, to, zone, is_cut }: Statistics,
  { by, then_by, basis, columns, ...format }: Asked,
  language: Language,
): string {
  const t = textsIn(language)
  const names = fileColumns.filter(
    (name) => (columns?.has(name) ?? true) && (name !== 'cap_today' || hasCaps(by, then_by)),
  )
  const cellsOf = (numbers: Numbers) =>
    names.map((name) => {
      const value = numbers[name]
      return name === 'last_ftd_at' && value
        ? localTime(Date.parse(String(value)), zone).replace('T', ' ')
        : value
    })
  const lines = [
    [t('period'), from, to, zone, t(basis === 'send' ? 'basis_send' : 'basis_ftd')],
    [by, ...(then_by ? [then_by] : []), ...names].map((name) => t(name)),
    ...rows.map(({ part, second, ...numbers }) => [
      part.label ?? t('none'),
      ...(second ? [second.label ?? t('none')] : []),
      ...cellsOf(numbers),
    ]),
    [t('total'), ...(then_by ? [''] : []), ...cellsOf(total)],
    ...(is_cut ? [[t('file_cut', { count: String(rows.length) })]] : []),
  ]
  return csvFile(lines, format)
}

type Key = keyof typeof english extends `console.statistics.${infer Name}` ? Name : never

const textsIn =
  (language: Language) =>
  (name: Key, values: Readonly<Record<string, string>> = {}): string => {
    const key = `console.statistics.${name}` as const
    return renderMessage(messageOf(key, english[key], values), language)
  }
