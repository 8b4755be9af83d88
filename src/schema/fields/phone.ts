import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'

export type PhoneField<Options extends FieldOptions<string> = FieldOptions<string>> = Field<
  'phone',
  string,
  Options
>

/** A phone number in E.164: `+` and 7 to 15 digits. Whether the number can exist is for the server to say. */
export function phone<const Options extends FieldOptions<string>>(
  options = {} as Options,
): PhoneField<Options> {
  return { kind: 'phone', options }
}

export const phonePattern = /^\+[1-9]\d{6,14}$/

const message = 'Enter the number with its country code, like +44 20 7946 0958'

export const phoneKind: Kind<PhoneField> = {
  name: 'phone',
  column: () => 'text',
  schema: () => z.string().transform(digits).pipe(z.string().regex(phonePattern, message)),
  operators: ['equals', 'contains', 'empty'],
  sortable: true,
  search: 'fragment',
  operand: (text) => digits(text) || text,
  importText(text, _field, context) {
    const number = context.phone(text)
    if (!phonePattern.test(number)) throw new ValueError('bad_phone', message)
    return number
  },
  exportText: (value) => value,
  mask: (value) => `${value.slice(0, 3)}•••••••${value.slice(-3)}`,
}

const digits = (text: string) => text.replace(/[\s().\u2010-\u2015-]/g, '').replace(/^00/, '+')
