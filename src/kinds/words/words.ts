import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind, plainField } from '../kind.ts'
import { cleanLine } from '../take.ts'
import { textsParts } from '../parts/texts.ts'
import { msg } from '../../texts/msg.ts'

interface WordsOptions extends FieldOptions<string[]> {
  /** Most entries; 50 unless said. */
  max?: number
  /** Most characters of one entry; 40 unless said. */
  each?: number
  /** The resource whose fields the words name: forms and filters offer them, and all show them, by their labels; filters take those that the user may read: `fieldsOf: 'customers'`. */
  fieldsOf?: string
  /** Which of those fields are taken; forms offer all of these, and without them each that the user may read: `only: ['email', 'phone']`. */
  only?: readonly string[]
}

export type WordsField = Field<'words', string[], WordsOptions>

/** What parts the entries of a text. */
export const between = /[,;\r\n\t]+/

/** A list of words or short texts, each once: `skills: field.words({ max: 10, each: 30, optional: true })`. */
export const wordsKind = defineKind(plainField<'words', string[], WordsOptions>('words'), {
  ...textsParts(({ options: { max = 50, each = 40, only } }: WordsField) => ({
    entry: only ? z.enum(only, msg('choose_from_the_list')) : freeWord(each),
    max,
    longest: 2 * max * (each + 2),
  })),
  isFreeText: true,
  isShared: () => true,
  operand: (text) => cleanLine(text),
})

const freeWord = (each: number) =>
  z.string(msg('enter_text')).check(
    z.overwrite(cleanLine),
    z.minLength(1, msg('enter_text')),
    z.maxLength(each, msg('use_at_most_characters', { max: each })),
    z.refine((text) => !between.test(text), msg('use_no_commas')),
  )
