import * as z from 'zod/mini'

import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

/** Numbers of at most fifteen digits, all of which a number of JavaScript keeps as they are written. */
export interface Exact {
  /** Digits after the decimal sign. */
  readonly digits: number
  readonly min: number
  readonly max: number
  /** What is said of anything else. */
  readonly message: string
}

/** The greatest number with so many digits before the decimal sign and after it. */
export const greatest = (before: number, digits: number): number =>
  Number(`${'9'.repeat(before)}.${'9'.repeat(digits)}`)

/** What is wrong with bounds where numbers reach from `-limit` to `limit`. */
export function boundsFault({ min, max }: Exact, limit: number): string | undefined {
  if (Math.abs(min) > limit || Math.abs(max) > limit) return 'a bound is too large'
  return min > max ? '`min` is greater than `max`' : undefined
}

export const exactSchema = ({ digits, min, max, message }: Exact): z.ZodMiniType<number> =>
  z.number(message).check(
    z.gte(min, min === 0 ? msg('enter_0_or_more') : msg('enter_or_more', { min })),
    z.lte(max, msg('enter_or_less', { max })),
    z.refine(
      (value) => Math.abs(rounded(value, digits) - value) < 10 ** -(digits + 4),
      digits === 2 ? msg('use_at_most_two_decimals') : msg('use_at_most_decimals', { digits }),
    ),
    z.overwrite((value) => rounded(value, digits)),
  )

/** A number as typed. Throws ValueError. */
export function exactNumber(text: string, { digits, min, max, message }: Exact): number {
  const [whole, fraction = ''] = /^-?\d{1,15}(?:\.(\d{1,100}))?$/.exec(text) ?? []
  const value = rounded(Number(text), digits)
  const isExact = whole !== undefined && /^0*$/.test(fraction.slice(digits))
  if (!isExact || value < min || value > max) throw new ValueError('bad_number', message)
  return value
}

/** Sums are a little off in binary: 0.1 + 0.2 has one decimal too. */
const rounded = (value: number, digits: number) => Number(value.toFixed(digits)) + 0
