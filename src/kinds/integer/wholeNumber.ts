import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

export const enterWholeNumber = msg('enter_a_whole_number')

const digits = /^[+-]?\d{1,16}$/

/** A whole number as typed. Throws ValueError. */
export function wholeNumber(text: string, min: number, max: number): number {
  const value = Number(text)
  if (!digits.test(text)) throw new ValueError('bad_number', enterWholeNumber)
  if (value < min || value > max || !Number.isSafeInteger(value)) {
    throw new ValueError('bad_number', msg('enter_a_whole_number_from_to', { min, max }))
  }
  return withoutMinusZero(value)
}

export const withoutMinusZero = (value: number) => value + 0

/** The id of a record as typed. Throws ValueError. */
export const recordId = (text: string) => wholeNumber(text, 1, Number.MAX_SAFE_INTEGER)
