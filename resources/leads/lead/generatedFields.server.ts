import { isDeepStrictEqual } from 'node:util'

import type { Lead } from './lead.ts'

/** Changes of a lead; what they write over or take away is no longer marked as generated (product.md 10.5). */
export function unmarked(
  changes: Partial<Lead>,
  record: Partial<Lead> & Pick<Lead, 'generated_fields'>,
): Partial<Lead> {
  const { generated_fields: marked } = record
  const isKept = (name: string) => {
    const field = name as keyof Lead
    return !(field in changes) || isDeepStrictEqual(changes[field], record[field])
  }
  if (!marked || marked.every(isKept)) return changes
  const remaining = marked.filter(isKept)
  return { ...changes, generated_fields: remaining.length > 0 ? remaining : null }
}
