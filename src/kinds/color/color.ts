import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

type ColorField<Options extends FieldOptions<string> = FieldOptions<string>> = Field<
  'color',
  string,
  Options
>

/** A colour as `#rrggbb`, in lower case. */
function color<const Options extends FieldOptions<string>>(
  options = {} as Options,
): ColorField<Options> {
  return { kind: 'color', options }
}

const pattern = /^#[0-9a-f]{6}$/
const message = msg('enter_a_colour_like_64748b')

export const colorKind = defineKind(color, {
  column: () => 'text',
  schema: () => z.string(message).check(z.trim(), z.toLowerCase(), z.regex(pattern, message)),
  operators: ['equals', 'empty'],
  sortable: true,
  search: false,
  operand: hex,
})

function hex(text: string): string {
  const value = text.trim().toLowerCase()
  if (!pattern.test(value)) throw new ValueError('bad_color', message)
  return value
}
