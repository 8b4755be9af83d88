import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind, plainField } from '../kind.ts'
import { msg } from '../../texts/msg.ts'
import { enterWholeNumber, wholeNumber, withoutMinusZero } from './wholeNumber.ts'

interface IntegerOptions extends FieldOptions<number> {
  /** -2,147,483,648 unless said; below it the column is a `bigint`. */
  min?: number
  /** 2,147,483,647 unless said; beyond it the column is a `bigint`. */
  max?: number
}

export type IntegerField = Field<'integer', number, IntegerOptions>

/** The range of PostgreSQL's `integer`. */
export const minInteger = -2_147_483_648

export const maxInteger = 2_147_483_647

/** What stands between the numbers of a list of ids: whitespace, bars and commas. */
export const betweenNumbers = /[\s|,]+/

/** A whole number. */
export const integerKind = defineKind(plainField<'integer', number, IntegerOptions>('integer'), {
  scale: () => 0,
  column: (field) => (columnMost(field) === maxInteger ? 'integer' : 'bigint'),
  fault({ options: { min = minInteger, max = maxInteger } }) {
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max)) return 'a bound is too large'
    return min > max ? '`min` is greater than `max`' : undefined
  },
  schema: ({ options: { min = minInteger, max = maxInteger } }) =>
    z
      .int(enterWholeNumber)
      .check(
        z.gte(min, msg('enter_or_more', { min })),
        z.lte(max, msg('enter_or_less', { max })),
        z.overwrite(withoutMinusZero),
      ),
  operators: ['equals', 'range', 'empty'],
  operand: (text, field) => wholeNumber(text, -columnMost(field) - 1, columnMost(field)),
  between: betweenNumbers,
  mask: () => '••',
})

/** What a column takes, so that no operand makes the database refuse a query. */
const columnMost = ({ options: { min = minInteger, max = maxInteger } }: IntegerField) =>
  min < minInteger || max > maxInteger ? Number.MAX_SAFE_INTEGER : maxInteger
