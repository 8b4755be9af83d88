import type { Field, FieldOptions } from '../field.ts'
import { boundsFault, exactNumber, exactSchema, greatest, type Exact } from '../parts/exact.ts'
import { defineKind, plainField } from '../kind.ts'
import { msg } from '../../texts/msg.ts'

interface DecimalOptions extends FieldOptions<number> {
  /** Digits after the decimal sign, ten at most; two unless said. */
  digits?: number
  /** The least value; as far below nothing as the digits reach unless said. */
  min?: number
  /** The greatest value; as far as the digits reach unless said. */
  max?: number
}

export type DecimalField = Field<'decimal', number, DecimalOptions>

/** A number with a fixed count of decimals, kept exactly, of fifteen digits in all: `weight: field.decimal({ digits: 3, min: 0 })`. */
export const decimalKind = defineKind(plainField<'decimal', number, DecimalOptions>('decimal'), {
  column: ({ options: { digits = 2 } }) => `numeric(15,${digits})`,
  fault(field) {
    const { digits = 2 } = field.options
    if (!Number.isInteger(digits) || digits < 0 || digits > 10) return '`digits` is 0 to 10'
    return boundsFault(exactOf(field), greatest(15 - digits, digits))
  },
  schema: (field) => exactSchema(exactOf(field)),
  scale: (field) => exactOf(field).digits,
  operators: ['equals', 'range', 'empty'],
  operand: (text, { options: { digits } }) =>
    exactNumber(
      text,
      exactOf({ kind: 'decimal', options: { ...(digits !== undefined && { digits }) } }),
    ),
})

export function exactOf({ options: { digits = 2, min, max } }: DecimalField): Exact {
  const limit = greatest(15 - digits, digits)
  return { digits, min: min ?? -limit, max: max ?? limit, message: msg('enter_a_number') }
}
