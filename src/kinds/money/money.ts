import { z } from 'zod'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { ValueError } from '../valueError.ts'

export interface MoneyOptions extends FieldOptions<number> {
  /** ISO 4217 code shown beside the amount. */
  currency?: string
}

export type MoneyField<Options extends MoneyOptions = MoneyOptions> = Field<
  'money',
  number,
  Options
>

/** An amount ≥ 0 with two decimals, below ten thousand million. */
export function money<const Options extends MoneyOptions>(
  options = {} as Options,
): MoneyField<Options> {
  return { kind: 'money', options }
}

const most = 9_999_999_999.99
const message = 'Enter an amount like 1250.00'

export const moneyKind = defineKind(money, {
  column: () => 'numeric(12,2)',
  schema: () =>
    z
      .number(message)
      .min(0, 'Enter 0 or more')
      .max(most, `Enter ${most} or less`)
      .refine(hasCents, 'Use at most two decimals')
      .overwrite(toCents),
  operators: ['equals', 'range', 'empty'],
  sortable: true,
  search: false,
  operand: amount,
  importText(text, _field, { decimalSign }) {
    const [, whole, , cents] = written[decimalSign].exec(text.trim()) ?? []
    if (!whole) throw new ValueError('bad_number', message)
    if (cents && maybeThousands.test(text)) throw new ValueError('bad_number', ambiguous)
    return amount(`${whole.replace(/\D/g, '')}${cents ? `.${cents}` : ''}`)
  },
})

/** 1.000 is one where the point begins the cents, and a thousand to those who part groups with it. */
const maybeThousands = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/
const ambiguous =
  'Three digits after the decimal sign: write two, or choose how amounts are written'

/** An amount in a file: a currency on either side, groups of two (as in India) or three digits, cents. */
const written = { '.': pattern(',', '[.]'), ',': pattern('.', ',') } as const

function pattern(comma: string, point: string): RegExp {
  const currency = String.raw`(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})?`
  const grouped = String.raw`\d{1,3}([${comma} \u00a0\u202f'’])(?:\d{2,3}\2)*\d{3}`
  const cents = String.raw`(?:${point}(\d{1,2})0*)?`
  return new RegExp(String.raw`^${currency}\s?(${grouped}|\d{1,10})${cents}\s?${currency}$`, 'u')
}

function amount(text: string): number {
  const value = Number(text)
  if (!/^\d{1,10}(?:\.\d{1,2}0*)?$/.test(text) || value > most) {
    throw new ValueError('bad_number', message)
  }
  return value
}

const toCents = (value: number) => Number(value.toFixed(2)) + 0

/** Sums of cents are a little off in binary: 0.1 + 0.2 has two decimals too. */
const hasCents = (value: number) => Math.abs(toCents(value) - value) < 1e-6
