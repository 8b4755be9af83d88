import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

type PasswordField<Options extends FieldOptions<string> = FieldOptions<string>> = Field<
  'password',
  string,
  Options
>

/** A password, kept as a hash, never shown again. 12 to 200 characters (product.md 11.9). */
function password<const Options extends FieldOptions<string>>(
  options = {} as Options,
): PasswordField<Options> {
  return { kind: 'password', options }
}

export const passwordKind = defineKind(password, {
  column: () => 'text',
  schema: () =>
    z
      .string(msg('enter_text'))
      .check(
        z.minLength(12, msg('use_at_least_12_characters')),
        z.maxLength(200, msg('use_at_most_200_characters')),
      ),
  operators: [],
  sortable: false,
  search: false,
  operand: refuse,
  writeOnly: true,
})

function refuse(): never {
  throw new ValueError('not_permitted', msg('this_field_cannot_be_read'))
}
