import { z } from 'zod'

import type { Field, FieldOptions, Kind } from '../field.ts'
import { wholeNumber } from './integer.ts'

export type ProgressField<Options extends FieldOptions<number> = FieldOptions<number>> = Field<
  'progress',
  number,
  Options
>

/** How much of a piece of work is done, in whole percent. */
export function progress<const Options extends FieldOptions<number>>(
  options = {} as Options,
): ProgressField<Options> {
  return { kind: 'progress', options }
}

export const progressKind: Kind<ProgressField> = {
  name: 'progress',
  column: () => 'integer',
  check: (_field, column) => `${column} >= 0 AND ${column} <= 100`,
  schema: () => z.int().min(0).max(100),
  operators: ['equals', 'range', 'empty'],
  sortable: true,
  search: false,
  operand: wholeNumber,
  importText: (text) => wholeNumber(text.trim()),
  exportText: (value) => `${value} %`,
}
