import * as z from 'zod/mini'

import type { Field } from './field.ts'
import { ValueError } from './valueError.ts'
import { msg } from '../texts/msg.ts'

/** A list of entries, each once; a required list has one at least. */
export function listOf(
  entry: z.ZodMiniType<string>,
  most: number,
  { options }: Field,
): z.ZodMiniType<string[]> {
  const least = options.optional || options.default !== undefined ? 0 : 1
  return z.array(entry, msg('send_a_list')).check(
    z.minLength(least, msg('fill_in_this_field')),
    z.maxLength(most, msg('enter_at_most', { max: most })),
    z.overwrite((entries) => [...new Set(entries)]),
  )
}

/** The list that the parts of a cell make. Throws ValueError with the part that is wrong. */
export function checkedList(list: z.ZodMiniType<string[]>, parts: readonly string[]): string[] {
  const result = list.safeParse(parts.filter(Boolean))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const [index] = issue?.path ?? []
  const part = typeof index === 'number' ? `${parts.filter(Boolean)[index]}: ` : ''
  throw new ValueError('bad_list', `${part}${issue?.message}`)
}
