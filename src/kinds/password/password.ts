import * as z from 'zod/mini'

import { defineKind, plainField } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

/** What every kind says that is written and never read. */
export const writeOnly = {
  column: () => 'text',
  operators: [],
  sortable: false,
  operand: refuse,
  writeOnly: true,
} as const

/** A password, kept as a hash, never shown again. 12 to 200 characters. */
export const passwordKind = defineKind(plainField<'password', string>('password'), {
  ...writeOnly,
  schema: () =>
    z
      .string(msg('enter_text'))
      .check(
        z.minLength(12, msg('use_at_least_12_characters')),
        z.maxLength(200, msg('use_at_most_200_characters')),
      ),
})

function refuse(): never {
  throw new ValueError('not_permitted', msg('this_field_cannot_be_read'))
}
