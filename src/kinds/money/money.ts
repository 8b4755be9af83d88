import type { Field, FieldOptions } from '../field.ts'
import { exactNumber, exactSchema, greatest, type Exact } from '../parts/exact.ts'
import { defineKind } from '../kind.ts'
import { msg } from '../../texts/msg.ts'

interface MoneyOptions extends FieldOptions<number> {
  /** ISO 4217 code shown beside the amount, `'EUR'`, or the field of the same record that holds one, `'currency'`. */
  currency?: string
  /** Digits after the decimal sign; two unless said. */
  decimals?: 0 | 1 | 2 | 3 | 4
  /** May be below nothing, like a credit note. */
  signed?: true
}

export type MoneyField<Options extends MoneyOptions = MoneyOptions> = Field<
  'money',
  number,
  Options
>

/** An amount ≥ 0, or of either sign, below ten thousand million. */
function money<const Options extends MoneyOptions>(options = {} as Options): MoneyField<Options> {
  return { kind: 'money', options }
}

/** Whether a `currency` is a code, and not the field that holds one. */
export const isCode = (currency: string): boolean => /^[A-Z]{3}$/.test(currency)

export const moneyKind = defineKind(money, {
  column: (field) => `numeric(${10 + exactOf(field).digits},${exactOf(field).digits})`,
  fault: ({ options: { currency = 'EUR' } }, fields) =>
    isCode(currency) || Object.hasOwn(fields, currency)
      ? undefined
      : `no currency and no field "${currency}"`,
  // Amounts in different currencies add up to nothing.
  scale: (field) => (isCode(field.options.currency ?? 'EUR') ? exactOf(field).digits : undefined),
  schema: (field) => exactSchema(exactOf(field)),
  operators: ['equals', 'range', 'empty'],
  sortable: true,
  search: false,
  operand: (text, field) => exactNumber(text, exactOf(field)),
})

export function exactOf({ options: { decimals: digits = 2, signed } }: MoneyField): Exact {
  const max = greatest(10, digits)
  return { digits, min: signed ? -max : 0, max, message: msg('enter_an_amount_like_1250_00') }
}
