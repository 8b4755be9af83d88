import * as z from 'zod/mini'

import { defineKind, plainField } from './kind.ts'
import { msg } from '../texts/msg.ts'

interface Texts<Name extends string> {
  readonly name: Name
  readonly entry: z.ZodMiniType<string>
  /** Most entries. */
  readonly max: number
  /** Most characters of them all. */
  readonly longest: number
  operand(text: string): string
}

/** Returns a kind of lists of texts, each once; a required list has one at least. */
export const textsKind = <Name extends string>({
  name,
  entry,
  max,
  longest,
  operand,
}: Texts<Name>) =>
  defineKind(plainField<Name, string[]>(name), {
    isList: true,
    column: () => 'text[]',
    schema: ({ options }) => {
      const least = options.optional || options.default !== undefined ? 0 : 1
      return z.array(entry, msg('send_a_list')).check(
        z.minLength(least, msg('fill_in_this_field')),
        z.maxLength(max, msg('enter_at_most', { max })),
        z.overwrite((entries) => [...new Set(entries)]),
      )
    },
    longest: () => longest,
    multiline: () => true,
    operators: ['equals', 'empty'],
    sortable: true,
    search: false,
    operand,
  })
