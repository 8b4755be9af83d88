import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'

export interface TextOptions extends FieldOptions<string> {
  /** Most characters; 190 on one line and 10,000 on several unless said. */
  max?: number
  min?: number
  multiline?: true
  /** A form the whole text must have, and the message when it has not. */
  pattern?: readonly [RegExp, string]
}

export type TextField<Options extends TextOptions = TextOptions> = Field<'text', string, Options>

export function text<const Options extends TextOptions>(
  options = {} as Options,
): TextField<Options> {
  return { kind: 'text', options }
}

export const textKind: Kind<TextField> = {
  name: 'text',
  column: () => 'text',
  schema({ options }) {
    const clean = z.string().transform(options.multiline ? cleanLines : cleanLine)
    const length = z
      .string()
      .min(Math.max(options.min ?? 1, options.optional ? 0 : 1))
      .max(maxOf(options))
    const [pattern, message] = options.pattern ?? []
    return clean.pipe(pattern ? length.regex(pattern, message) : length)
  },
  operators: ['equals', 'contains', 'empty'],
  sortable: true,
  search: 'fragment',
  operand: (text) => text,
  importText(text, { options }) {
    const clean = options.multiline ? cleanLines(text) : cleanLine(text)
    if (clean.length > maxOf(options)) {
      throw new ValueError('too_long', `Longer than ${maxOf(options)} characters`)
    }
    if (options.pattern && !options.pattern[0].test(clean)) {
      throw new ValueError('bad_text', options.pattern[1])
    }
    return clean
  },
  exportText: (value) => value,
  mask: (value) => `${value.slice(0, 1)}•••••`,
}

const maxOf = (options: TextOptions) => options.max ?? (options.multiline ? 10_000 : 190)

const control = /(?![\n\t])\p{Cc}/gu
const plainLine = /^[\u0021-\u007e]+(?: [\u0021-\u007e]+)*$/

/** Trimmed, in Unicode NFC, without control characters, runs of spaces as one (product.md 10.2). */
export function cleanLine(text: string): string {
  if (plainLine.test(text)) return text
  return text.normalize('NFC').replace(/\s+/g, ' ').replace(control, '').trim()
}

function cleanLines(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').replace(control, '').trim()
}
