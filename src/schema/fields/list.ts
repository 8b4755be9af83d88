import type { z } from 'zod'

import { ValueError } from '../field.ts'

/** One entry a line, or several on a line between spaces, commas or semicolons; entries appear once. */
export function entries(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
}

/** The entries of a text that an import brings, each of which passes `entry`. Throws ValueError. */
export function checkedEntries(text: string, entry: z.ZodType<string>): string[] {
  return entries(text).map((one) => {
    const result = entry.safeParse(one)
    if (!result.success)
      throw new ValueError('bad_list', `${one}: ${result.error.issues[0]?.message}`)
    return result.data
  })
}
