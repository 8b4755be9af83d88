import { useMemo } from 'react'
import { useListContext } from 'react-admin'

import type { FilterValues, Operand } from '../../fields/filter.ts'
import { keptLists } from '../../keptLists.ts'

export interface Filters {
  readonly values: FilterValues
  /** Sets some keys and leaves the others; undefined takes a key away. */
  set(changes: FilterValues): void
  clear(): void
}

/** The filter of the list around, as it stands in the URL, long lists opened. */
export function useFilters(): Filters {
  const { filterValues, setFilters } = useListContext()
  const values = useMemo(() => keptLists.opened(filterValues), [filterValues])
  return {
    values,
    set: (changes) => setFilters(keptLists.shortened(present({ ...values, ...changes }))),
    clear: () => setFilters({}),
  }
}

const present = (values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([, one]) => isPresent(one)))

const isPresent = (value: Operand): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
