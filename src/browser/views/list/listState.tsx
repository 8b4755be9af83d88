import {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { ListFilterContext, useListContext, useListFilterContext } from 'react-admin'

import { numberText, roundedText } from '../../client/i18n/formats.ts'
import type { Translate } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'

/** The rows of a list and how they came, without what is ticked. */
export interface ListState {
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
