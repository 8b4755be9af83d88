import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { cleanLine } from '../take.ts'
import { msg } from '../../texts/msg.ts'

export const phonePattern = /^\+[1-9]\d{6,14}$/

/** Most characters of a number with everything that people write around it. */
const maxLength = 40

export const message = msg('enter_the_number_with_its_country_code')

/** A phone number in E.164: `+` and 7 to 15 digits. Whether the number can exist is for the server to say. */
export const phoneKind = defineKind(plainField<'phone', string>('phone'), {
  column: () => 'text',
  schema: () => z.string(message).check(z.overwrite(plainPhone), z.regex(phonePattern, message)),
  longest: () => maxLength,
  operators: ['equals', 'contains', 'empty'],
  search: 'fragment',
  hasForm: true,
  // With its country code, the 0 that is dialled before it, or as many digits as nothing else has.
  looksLike: (text) => /^(?:\+[1-9]\d{6,14}|0\d{8,12}|\d{11,12})$/.test(plainPhone(text)),
  operand: (text) => withoutTrunk(plainPhone(text)) || cleanLine(text),
  isFragment: (value) => /^\d+$/.test(value),
  isNational: (value) =>
    typeof value === 'string' && value.length <= maxLength && /^\d{4,}$/.test(plainPhone(value)),
  mask: (value) => `${value.slice(0, 3)}•••••••${value.slice(-3)}`,
})

/** People copy numbers with marks of direction around them. */
const ornaments = /[\s().\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2066-\u2069-]/g

/** A national number without the 0 that is dialled before it, as it stands within E.164. */
const withoutTrunk = (number: string): string => number.replace(/^0(?=\d{5})/, '')

/** A number as people write it, without what they put between its digits. */
export const plainPhone = (text: string): string =>
  cleanLine(text).replace(ornaments, '').replace(/^00/, '+')
