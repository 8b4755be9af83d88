import { useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { useResourceContext } from 'react-admin'

import { type FilterValues, isPrivate, type Operand } from '../../client/records/filterValues.ts'
import { useListFilter } from './listState.tsx'
import { ResourcesContext } from '../../client/records/resources.ts'
import { longFilterStore } from '../../client/storage/longFilterStore.ts'

interface Filters {
  readonly values: FilterValues
  /** Sets some keys and leaves the others; undefined takes a key away. */
  set(changes: FilterValues): void
  clear(): void
}

/** The filter of the list around, as it stands in the URL, long lists opened. Its functions stay the very same. */
export function useFilters(): Filters {
  const { filterValues, setFilters } = useListFilter()
  const name = useResourceContext()
  const resource = useContext(ResourcesContext).find((one) => one.name === name)
  const values = useMemo(() => longFilterStore.opened(filterValues), [filterValues])
  const latest = useRef({ filterValues, setFilters, values, resource })
  useLayoutEffect(() => {
    latest.current = { filterValues, setFilters, values, resource }
  })
  const put = useCallback((change: (values: FilterValues) => FilterValues) => {
    const { filterValues: now, ...list } = latest.current
    const next = change(onTheWay.get(now) ?? list.values)
    onTheWay.set(now, next)
    list.setFilters(
      longFilterStore.shortened(next, (key, one) => isPrivate(list.resource, key, one)),
    )
  }, [])
  const set = useCallback(
    (changes: FilterValues) => put((before) => present({ ...before, ...changes })),
    [put],
  )
  const clear = useCallback(() => put(() => ({})), [put])
  return { values, set, clear }
}

/** What was last put in the place of a filter: a change that follows at once must not lose the one before. */
const onTheWay = new WeakMap<object, FilterValues>()

const present = (values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([, one]) => isPresent(one)))

const isPresent = (value: Operand): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
