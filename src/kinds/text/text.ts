import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind, plainField } from '../kind.ts'
import { cleanLine, cleanLines } from '../take.ts'
import { msg } from '../../texts/msg.ts'
import { memoizeByObject } from '../../schema/memoize.ts'

export interface TextOptions extends FieldOptions<string> {
  /** Most characters; 190 on one line and 10,000 on several unless said. */
  max?: number
  /** Least characters; one unless said. */
  min?: number
  /** May be written on several lines. */
  multiline?: true
  /** The server writes messages into it, which each reader gets in their language, and a file in English: `worded: true`. */
  worded?: true
  /** The option list whose words its filter offers, by its name: `optionList: 'sentLeadStatuses'`. */
  optionList?: string
  /** What is offered while it is typed, at once or when it is loaded, by what stands in the fields beside it: `suggests: ({ kind }: { kind: string }) => (kind === 'field' ? ['email'] : [])`. */
  suggests?(
    beside: Readonly<Record<string, unknown>>,
  ): readonly string[] | PromiseLike<readonly string[]>
  /** The resource by whose labels its fields are offered, where a text suggests their names: `fieldsOf: 'customers'`. */
  fieldsOf?: string
  /** A form the whole text must have, and the message when it has not. */
  pattern?: readonly [RegExp, string]
}

export type TextField = Field<'text', string, TextOptions>

/** Text on one line, or on several. */
export const textKind = defineKind(plainField<'text', string, TextOptions>('text'), {
  isFreeText: true,
  takes: ['url', 'email', 'phone'],
  isShared: ({ options }) => options.optionList !== undefined,
  joins: true,
  column: () => 'text',
  fault: ({ options }) =>
    minLengthOf(options) > maxLengthOf(options) ? '`min` is greater than `max`' : undefined,
  schema({ options }) {
    const text = z
      .string(msg('enter_text'))
      .check(
        z.overwrite(cleanerOf(options)),
        z.minLength(minLengthOf(options), tooShort(options)),
        z.maxLength(maxLengthOf(options), tooLong(options)),
      )
    if (!options.pattern) return text
    const [pattern, message] = options.pattern
    return text.check(z.regex(wholeOf(pattern), message))
  },
  // Runs of spaces in it become one.
  longest: ({ options }) => 4 * maxLengthOf(options) + 1_000,
  multiline: ({ options }) => options.multiline === true,
  operators: ['equals', 'contains', 'empty'],
  search: 'fragment',
  operand: (text, { options }) => cleanerOf(options)(text),
  mask: (value) => `${firstCharacter(value)}•••••`,
  isOpen: (value, { options }) => !!options.hides && !contact.test(String(value)),
})

/** An `@`, or nine to fifteen digits, also as a web address has these. Read alike by JavaScript and PostgreSQL. */
export const contact =
  /@|%40|(^|[^0-9A-Za-z]|%2[Bb])[0-9]([ ()./-]{0,3}[0-9]){8,14}([^0-9A-Za-z]|$)/

export const minLengthOf = ({ min = 1 }: TextOptions) => Math.max(min, 1)
export const maxLengthOf = ({ max, multiline }: TextOptions) => max ?? (multiline ? 10_000 : 190)

export const tooLong = (options: TextOptions) =>
  msg('use_at_most_characters', { max: maxLengthOf(options) })
export const tooShort = (options: TextOptions) =>
  minLengthOf(options) === 1
    ? msg('fill_in_this_field')
    : msg('use_at_least_characters', { min: minLengthOf(options) })

/** The pattern for the whole text, without the flags that give a RegExp a memory or a sense of lines. */
export const wholeOf = memoizeByObject(
  ({ source, flags }: RegExp) => new RegExp(`^(?:${source})$`, flags.replace(/[gmy]/g, '')),
)

export const cleanerOf = ({ multiline }: TextOptions) => (multiline ? cleanLines : cleanLine)

/** The first character, whole even beyond the sixteen bits of a JavaScript character. */
export const firstCharacter = (text: string) => /^./su.exec(text)?.[0] ?? ''
