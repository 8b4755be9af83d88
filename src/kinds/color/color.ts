import * as z from 'zod/mini'

import { ValueError, defineKind, plainField } from '../kind.ts'
import { msg } from '../../texts/msg.ts'

const pattern = /^#[0-9a-f]{6}$/
const message = msg('enter_a_colour_like_64748b')

/** A colour as `#rrggbb`, in lower case. */
export const colorKind = defineKind(plainField<'color', string>('color'), {
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
