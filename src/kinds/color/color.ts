import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind, plainField } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

const pattern = /^#[0-9a-f]{6}$/
const message = msg('enter_a_colour_like_64748b')

interface ColorOptions extends FieldOptions<string> {
  /**
   * The field with the colour of the text that stands on this one: the form tells at once where it can hardly be read,
   * `field.color({ default: '#e2e8f0', under: 'text_color' })`.
   */
  under?: string
}

export type ColorField = Field<'color', string, ColorOptions>

/** A colour as `#rrggbb`, in lower case. */
export const colorKind = defineKind(plainField<'color', string, ColorOptions>('color'), {
  column: () => 'text',
  schema: () => z.string(message).check(z.trim(), z.toLowerCase(), z.regex(pattern, message)),
  operators: ['equals', 'empty'],
  operand: hex,
})

function hex(text: string): string {
  const value = text.trim().toLowerCase()
  if (!pattern.test(value)) throw new ValueError('bad_color', message)
  return value
}
