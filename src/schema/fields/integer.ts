import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'

export interface IntegerOptions extends FieldOptions<number> {
  min?: number
  max?: number
}

export type IntegerField<Options extends IntegerOptions = IntegerOptions> = Field<
  'integer',
  number,
  Options
>

export function integer<const Options extends IntegerOptions>(
  options = {} as Options,
): IntegerField<Options> {
  return { kind: 'integer', options }
}

/** The range of PostgreSQL's `integer`. */
const least = -2_147_483_648
const most = 2_147_483_647

export const integerKind: Kind<IntegerField> = {
  name: 'integer',
  column: () => 'integer',
  schema: ({ options }) =>
    z
      .int()
      .min(options.min ?? least)
      .max(options.max ?? most),
  operators: ['equals', 'range', 'empty'],
  sortable: true,
  search: false,
  operand: (text) => wholeNumber(text),
  importText(text, { options }) {
    const value = wholeNumber(text.trim())
    if (value < (options.min ?? least) || value > (options.max ?? most)) {
      throw new ValueError('bad_number', 'Out of range')
    }
    return value
  },
  exportText: String,
}

/** A whole number as typed. Throws ValueError. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^[+-]?\d{1,15}$/.test(text) || !Number.isSafeInteger(value)) {
    throw new ValueError('bad_number', 'Enter a whole number')
  }
  return value
}
