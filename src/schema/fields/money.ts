import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'

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

export const moneyKind: Kind<MoneyField> = {
  name: 'money',
  column: () => 'numeric(12,2)',
  schema: () => z.number().min(0).max(most).refine(hasCents, 'Use at most two decimals'),
  operators: ['equals', 'range', 'empty'],
  sortable: true,
  search: false,
  operand: amount,
  importText(text, _field, { decimalSign }) {
    const plain = text.replace(/[\s\u00a0'\p{Sc}]/gu, '').replace(/^[A-Z]{3}|[A-Z]{3}$/g, '')
    const grouped = decimalSign === '.' ? /,(?=\d{3}(?:[,.]|$))/g : /\.(?=\d{3}(?:[,.]|$))/g
    return amount(plain.replace(grouped, '').replace(decimalSign, '.'))
  },
  exportText: (value) => value.toFixed(2),
}

function amount(text: string): number {
  const value = Number(text)
  if (!/^\d{1,10}(?:\.\d{1,2}0*)?$/.test(text) || value > most) {
    throw new ValueError('bad_number', message)
  }
  return value
}

const hasCents = (value: number) => Math.abs(Math.round(value * 100) - value * 100) < 1e-4
