import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind, plainField } from '../kind.ts'
import { msg } from '../../texts/msg.ts'

interface Limits {
  readonly entry: z.ZodMiniType<string>
  /** Most entries. */
  readonly max: number
  /** Most characters of them all. */
  readonly longest: number
}

/** What lists of texts have in common: each text once, and at least one in a required list. */
export const textsParts = <F extends Field<string, string[], FieldOptions>>(
  limitsOf: (field: F) => Limits,
) => ({
  isList: true as const,
  column: () => 'text[]',
  schema(field: F) {
    const { optional, default: initial } = field.options
    const { entry, max } = limitsOf(field)
    const least = optional || initial !== undefined ? 0 : 1
    return z.array(entry, msg('send_a_list')).check(
      z.minLength(least, msg('fill_in_this_field')),
      z.maxLength(max, msg('enter_at_most', { max })),
      z.overwrite((entries) => [...new Set(entries)]),
    )
  },
  longest: (field: F) => limitsOf(field).longest,
  multiline: () => true,
  operators: ['equals', 'empty'] as const,
})

interface Texts<Name extends string> extends Limits {
  readonly name: Name
  operand(text: string): string
}

/** Returns a kind of lists of texts of one form. */
export const textsKind = <Name extends string>({ name, operand, ...limits }: Texts<Name>) =>
  defineKind(plainField<Name, string[]>(name), { ...textsParts(() => limits), operand })
