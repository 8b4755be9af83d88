import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { ValueError } from '../valueError.ts'

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
      .string('Enter text')
      .check(z.minLength(1, 'Enter text'), z.maxLength(4000, 'Use at most 4000 characters')),
  operators: [],
  sortable: false,
  search: false,
  operand: refuse,
  writeOnly: true,
})

function refuse(): never {
  throw new ValueError('not_permitted', 'This field cannot be read')
}
