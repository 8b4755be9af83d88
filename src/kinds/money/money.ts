import type { Field, FieldOptions } from '../field.ts'
import { boundsFault, exactNumber, exactSchema, greatest, type Exact } from '../parts/exact.ts'
import { defineKind, plainField } from '../kind.ts'
import { msg } from '../../texts/msg.ts'

interface MoneyOptions extends FieldOptions<number> {
  /** ISO 4217 code shown beside the amount, `'EUR'`, or the field of the same record that holds one, `'currency'`. */
  currency?: string
  /** Digits after the decimal sign; two unless said. */
  decimals?: 0 | 1 | 2 | 3 | 4
  /** May be below nothing, like a credit note. */
  signed?: true
  /** The least amount; nothing unless said or `signed`. `rent: field.money({ min: 1, max: 50_000 })` */
  min?: number
  /** The greatest amount; as far as ten digits reach unless said. `rent: field.money({ min: 1, max: 50_000 })` */
  max?: number
}

export type MoneyField = Field<'money', number, MoneyOptions>

/** Whether a `currency` is a code, and not the field that holds one. */
export const isCode = (currency: string): boolean => /^[A-Z]{3}$/.test(currency)

/** An amount ≥ 0, or of either sign, below ten thousand million. */
export const moneyKind = defineKind(plainField<'money', number, MoneyOptions>('money'), {
  column: (field) => `numeric(${10 + exactOf(field).digits},${exactOf(field).digits})`,
  fault(field, fields) {
    const { currency = 'EUR', decimals = 2 } = field.options
    return isCode(currency) || Object.hasOwn(fields, currency)
      ? boundsFault(exactOf(field), greatest(10, decimals))
      : `no currency and no field "${currency}"`
  },
  // Amounts in different currencies add up to nothing.
  scale: (field) => (isCode(field.options.currency ?? 'EUR') ? exactOf(field).digits : undefined),
  schema: (field) => exactSchema(exactOf(field)),
  operators: ['equals', 'range', 'empty'],
  operand: (text, { options: { min: _min, max: _max, ...options } }) =>
    exactNumber(text, exactOf({ kind: 'money', options })),
})

/** What an amount may be, and how one is written where a text is none. */
export function exactOf(
  { options: { decimals: digits = 2, signed, min, max } }: MoneyField,
  decimalSign: '.' | ',' = '.',
): Exact {
  const limit = greatest(10, digits)
  const least = signed ? -limit : 0
  const message = msg('enter_an_amount_like', { example: `1250${decimalSign}00` })
  return { digits, min: min ?? least, max: max ?? limit, message }
}
