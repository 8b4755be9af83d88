import { z } from 'zod'

import {
  ValueError,
  type Field,
  type FieldOptions,
  type ImportContext,
  type Kind,
} from '../field.ts'

export type DateField<Options extends FieldOptions<string> = FieldOptions<string>> = Field<
  'date',
  string,
  Options
>

/** A day without a time, `YYYY-MM-DD`, between 1900 and 2100. */
export function date<const Options extends FieldOptions<string>>(
  options = {} as Options,
): DateField<Options> {
  return { kind: 'date', options }
}

const message = 'Enter a date like 2026-01-31'

export const dateKind: Kind<DateField> = {
  name: 'date',
  column: () => 'date',
  schema: () => z.string().refine(isDay, message),
  operators: ['equals', 'range', 'empty'],
  sortable: true,
  search: false,
  operand: day,
  importText: (text, _field, context) => day(inOrder(text.trim(), context.dateOrder)),
  exportText: (value) => value,
}

/** Whether the text is a day that exists, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return text === '2100-01-01'
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function day(text: string): string {
  if (!isDay(text)) throw new ValueError('bad_date', message)
  return text
}

const parts = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T ].*)?$/

/** A day written in the file's own order, as `YYYY-MM-DD`; the order is never guessed. */
export function inOrder(text: string, order: ImportContext['dateOrder']): string {
  const [, first, second, third] = parts.exec(text) ?? []
  if (!first || !second || !third) return text
  const [year, month, date] =
    order === 'ymd' || first.length === 4
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}
