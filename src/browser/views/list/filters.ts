import { useListContext } from 'react-admin'

import type { FilterValues, Operand } from '../../fields/filter.ts'

export interface Filters {
  readonly values: FilterValues
  /** Sets some keys and leaves the others; undefined takes a key away. */
  set(changes: FilterValues): void
  clear(): void
}

/** The filter of the list around, as it stands in the URL. */
export function useFilters(): Filters {
  const { filterValues, setFilters } = useListContext()
  const values: FilterValues = filterValues
  return {
    values,
    set: (changes) => setFilters(present({ ...values, ...changes })),
    clear: () => setFilters({}),
  }
}

const present = (values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([, one]) => isPresent(one)))

const isPresent = (value: Operand): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
