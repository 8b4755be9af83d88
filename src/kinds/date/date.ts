import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { daysOf } from './period.ts'
import { dayOn, yearsBetween } from './zone.ts'
import { msg } from '../../texts/msg.ts'

/** Says how a day is written. */
export const dayLike = (example: string): string => msg('enter_a_date_like', { example })

const message = dayLike('2026-01-31')

/** A day without a time, `YYYY-MM-DD`, between 1900 and 2100. Masked, the whole years since: an age. */
export const dateKind = defineKind(plainField<'date', string>('date'), {
  column: () => 'date',
  schema: () => z.string(message).check(z.trim(), z.refine(isDay, message)),
  operators: ['equals', 'range', 'empty'],
  dated: 'day',
  operand: day,
  period: (text, clock) => daysOf(text, dayOn(clock)),
  mask(value) {
    const years = yearsBetween(value, dayOn({ at: new Date(), zone: 'UTC' }))
    return years < 0 ? '••' : `•• (${years})`
  },
})

/** Whether the text is a day that exists, as `YYYY-MM-DD`, between 1900 and 2100. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (!year || !month || !date || year < 1900 || year > 2100 || month > 12) return false
  return date <= (month === 2 ? daysOfFebruary(year) : shortMonths.has(month) ? 30 : 31)
}

const shortMonths: ReadonlySet<number> = new Set([4, 6, 9, 11])

const daysOfFebruary = (year: number) =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28

function day(text: string): string {
  if (!isDay(text)) throw new ValueError('bad_date', message)
  return text
}
