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
  const put = (next: FilterValues) => {
    onTheWay.set(filterValues, next)
    setFilters(keptLists.shortened(next))
  }
  return {
    values,
    set: (changes) => put(present({ ...(onTheWay.get(filterValues) ?? values), ...changes })),
    clear: () => put({}),
  }
}

/** What was last put in the place of a filter: a change that follows at once must not lose the one before. */
const onTheWay = new WeakMap<object, FilterValues>()

const present = (values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([, one]) => isPresent(one)))

const isPresent = (value: Operand): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
