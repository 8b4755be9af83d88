import type { StoredFilters, StoredRange } from '../../kinds/derivation.ts'
import type { Field } from '../../kinds/field.ts'
import { namesInRule } from './filter.ts'

/** The stored field by whose range a list is filtered in the place of a derived one. */
export function rangedBy(field: Field): StoredRange | undefined {
  const stored = filteredBy(field)
  return stored && 'range' in stored ? stored : undefined
}

/** What each value of a derived choice means of stored fields, where a list is filtered by these in its place. */
export function filtersMeant(field: Field): StoredFilters['filters'] | undefined {
  const stored = filteredBy(field)
  return stored && 'filters' in stored ? stored.filters : undefined
}

const filteredBy = ({ options: { derived } }: Field) =>
  typeof derived === 'object' && 'filteredBy' in derived ? derived.filteredBy : undefined

/** The stored fields that those filters name. */
export const namesMeant = (filters: StoredFilters['filters']): string[] =>
  Object.values(filters).flatMap((filter) => namesInRule(filter(new Date(0).toISOString())))
