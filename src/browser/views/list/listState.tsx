import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  ListFilterContext,
  useListContext,
  useListFilterContext,
  useResourceContext,
} from 'react-admin'

import { numberText, roundedText } from '../../client/i18n/formats.ts'
import type { Translate } from '../../client/i18n/texts.ts'
import { type FilterValues, isPrivate, type Operand } from '../../client/records/filterValues.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import type { Row } from '../../client/records/row.ts'
import { keptLists } from '../../client/storage/keptLists.ts'

/** The rows of a list and how they came, without what is ticked. */
interface ListState {
  readonly data: readonly Row[] | undefined
  /** How many records match the filter. */
  readonly total: number | undefined
  /** The total is the database's guess: counting all would cost more than anybody gains. */
  readonly isEstimate: boolean
  readonly error: unknown
  readonly isFetching: boolean
  readonly isPending: boolean
  readonly isPaused: boolean
  /** The rows are those of the question before. */
  readonly isPlaceholderData: boolean
}

const ListStateContext = createContext<ListState | undefined>(undefined)

/** Tells what stands in the list what has come. The context of react-admin's list draws all of it anew at each tick. */
export function ListStateProvider({ children }: { children: ReactNode }) {
  const list = useListContext<Row>()
  const { data, total, error, isPending } = list
  const { isFetching = false, isPaused = false, isPlaceholderData = false } = list
  const isEstimate = list.meta?.total_is === 'estimate'
  const state = useMemo(
    () => ({ data, total, isEstimate, error, isFetching, isPending, isPaused, isPlaceholderData }),
    [data, total, isEstimate, error, isFetching, isPending, isPaused, isPlaceholderData],
  )
  return (
    <ListStateContext.Provider value={state}>
      <ListFilterContext.Provider value={useSteadyFilter()}>{children}</ListFilterContext.Provider>
    </ListStateContext.Provider>
  )
}

/** The very same filter until another one is chosen. react-admin reads it anew from each address, as of another order. */
function useSteadyFilter() {
  const filter = useListFilterContext()
  const latest = useRef(filter)
  useLayoutEffect(() => {
    latest.current = filter
  })
  const key = JSON.stringify([filter.filterValues, filter.displayedFilters])
  const [chosen, setChosen] = useState({ key, filter })
  if (chosen.key !== key) setChosen({ key, filter })
  return useMemo(
    (): typeof filter => ({
      ...chosen.filter,
      setFilters: (...change) => latest.current.setFilters(...change),
      showFilter: (...one) => latest.current.showFilter(...one),
      hideFilter: (name) => latest.current.hideFilter(name),
    }),
    [chosen],
  )
}

export function useListState(): ListState {
  const state = useContext(ListStateContext)
  if (!state) throw new Error('useListState must be used below a ListStateProvider')
  return state
}

/** A number of records as people read it: `1,234`, or `about 1,235,000`. */
export function countText(t: Translate, count: number, isEstimate: boolean): string {
  if (!isEstimate) return numberText(count)
  return t('about', { number: roundedText(count) })
}

interface Filters {
  readonly values: FilterValues
  /** Sets some keys and leaves the others; undefined takes a key away. */
  set(changes: FilterValues): void
  clear(): void
}

/** The filter of the list around, as it stands in the URL, long lists opened. Its functions stay the very same. */
export function useFilters(): Filters {
  const { filterValues, setFilters } = useListFilterContext()
  const name = useResourceContext()
  const resource = useContext(ResourcesContext).find((one) => one.name === name)
  const values = useMemo(() => keptLists.opened(filterValues), [filterValues])
  const latest = useRef({ filterValues, setFilters, values, resource })
  useLayoutEffect(() => {
    latest.current = { filterValues, setFilters, values, resource }
  })
  const put = useCallback((change: (values: FilterValues) => FilterValues) => {
    const { filterValues: now, ...list } = latest.current
    const next = change(onTheWay.get(now) ?? list.values)
    onTheWay.set(now, next)
    list.setFilters(keptLists.shortened(next, (key, one) => isPrivate(list.resource, key, one)))
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
