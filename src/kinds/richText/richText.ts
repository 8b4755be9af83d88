import * as z from 'zod/mini'

import { msg } from '../../texts/msg.ts'
import type { Field, FieldOptions } from '../field.ts'
import { defineKind, plainField } from '../kind.ts'
import { cleanerOf } from '../text/text.ts'
import { cleanLine } from '../take.ts'

interface RichTextOptions extends FieldOptions<string> {
  /** Most characters with their tags; 20,000 unless said. */
  max?: number
}

type RichTextField = Field<'richText', string, RichTextOptions>

const maxLengthOf = ({ options }: RichTextField) => options.max ?? 20_000

/**
 * A text with headings, lists, links and emphasis, as HTML of which the server keeps nothing but these:
 * `terms: field.richText({ optional: true })`.
 */
const richText = plainField<'richText', string, RichTextOptions>('richText')

export const richTextKind = defineKind(richText, {
  isFreeText: true,
  column: () => 'text',
  schema: (field) =>
    z
      .string(msg('enter_text'))
      .check(
        z.overwrite(cleanerOf({ multiline: true })),
        z.maxLength(maxLengthOf(field), msg('use_at_most_characters', { max: maxLengthOf(field) })),
      ),
  longest: (field) => 2 * maxLengthOf(field),
  multiline: () => true,
  operators: ['equals', 'contains', 'empty'],
  sortable: false,
  search: 'fragment',
  operand: cleanLine,
})
