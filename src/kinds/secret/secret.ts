import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

type SecretField<Options extends FieldOptions<string> = FieldOptions<string>> = Field<
  'secret',
  string,
  Options
>

/** A secret, kept encrypted; readers learn whether it is set and its last four characters. */
function secret<const Options extends FieldOptions<string>>(
  options = {} as Options,
): SecretField<Options> {
  return { kind: 'secret', options }
}

export const secretKind = defineKind(secret, {
  column: () => 'text',
  schema: () =>
    z
      .string(msg('enter_text'))
      .check(
        z.minLength(1, msg('enter_text')),
        z.maxLength(4000, msg('use_at_most_4000_characters')),
      ),
  operators: [],
  sortable: false,
  search: false,
  operand: refuse,
  writeOnly: true,
  shown: z.object({ set: z.boolean(), last4: z.optional(z.string()) }),
})

function refuse(): never {
  throw new ValueError('not_permitted', msg('this_field_cannot_be_read'))
}
