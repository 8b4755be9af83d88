import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind, ValueError } from '../kind.ts'
import { msg } from '../../texts/msg.ts'

interface MoneyOptions extends FieldOptions<number> {
  /** ISO 4217 code shown beside the amount. */
  currency?: string
}

export type MoneyField<Options extends MoneyOptions = MoneyOptions> = Field<
  'money',
  number,
  Options
>

/** An amount ≥ 0 with two decimals, below ten thousand million. */
function money<const Options extends MoneyOptions>(options = {} as Options): MoneyField<Options> {
  return { kind: 'money', options }
}

const most = 9_999_999_999.99
export const message = msg('enter_an_amount_like_1250_00')

export const moneyKind = defineKind(money, {
  column: () => 'numeric(12,2)',
  schema: () =>
    z
      .number(message)
      .check(
        z.gte(0, msg('enter_0_or_more')),
        z.lte(most, msg('enter_or_less', { max: most })),
        z.refine(hasCents, msg('use_at_most_two_decimals')),
        z.overwrite(toCents),
      ),
  operators: ['equals', 'range', 'empty'],
  sortable: true,
  search: false,
  operand: amount,
})

export function amount(text: string): number {
  const value = Number(text)
  if (!/^\d{1,10}(?:\.\d{1,2}0*)?$/.test(text) || value > most) {
    throw new ValueError('bad_number', message)
  }
  return value
}

const toCents = (value: number) => Number(value.toFixed(2)) + 0

/** Sums of cents are a little off in binary: 0.1 + 0.2 has two decimals too. */
const hasCents = (value: number) => Math.abs(toCents(value) - value) < 1e-6
