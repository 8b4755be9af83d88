import {
  type Context,
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  ListContextProvider,
  type ListControllerResult,
  useListContext,
  useListFilterContext,
  useListPaginationContext,
  useListSortContext,
} from 'react-admin'

import { problemOf } from '../../client/http/problem.ts'
import { numberText, roundedText } from '../../client/i18n/formats.ts'
import type { Translate } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'

/** What came of the question for the rows of a list, beside them. */
interface ListState {
  /** How many records match the filter. */
  readonly total: number | undefined
  /** The total is the database's guess: counting all would cost more than anybody gains. */
  readonly isEstimate: boolean
  readonly error: unknown
  readonly isPending: boolean
  /** What was asked for when the rows came that still stand there, where nothing came of what is asked for now. */
  readonly before: Question | undefined
}

type Question = Pick<ListControllerResult<Row>, 'filterValues' | 'sort' | 'page' | 'perPage'>

/** How the rows are asked for at this moment. */
interface ListProgress {
  readonly isFetching: boolean
  readonly isPaused: boolean
  /** The rows are those of the question before. */
  readonly isPlaceholderData: boolean
}

const contexts = {
  rows: createContext<readonly Row[] | undefined>(undefined),
  state: createContext<ListState | undefined>(undefined),
  progress: createContext<ListProgress | undefined>(undefined),
  filter: createContext<ReturnType<typeof useListFilterContext> | undefined>(undefined),
  sort: createContext<ReturnType<typeof useListSortContext> | undefined>(undefined),
  pages: createContext<ReturnType<typeof useListPaginationContext> | undefined>(undefined),
  fixed: createContext<object>({}),
}

/** Returns the rows of the list around, none before the first have come. */
export const useListRows = (): readonly Row[] => useContext(contexts.rows) ?? []

export const useListState = () => useProvided(contexts.state)

export const useListProgress = () => useProvided(contexts.progress)

export const useListFilter = () => useProvided(contexts.filter)
export const useListSort = () => useProvided(contexts.sort)

/** What all rows of the list have: what the record has that a related list stands with. */
export const useListFixed = (): object => useContext(contexts.fixed)

export const useListPages = () => useProvided(contexts.pages)

export function useProvided<Value>(context: Context<Value | undefined>): Value {
  const value = useContext(context)
  if (!value) throw new Error('It is read outside the list that provides it')
  return value
}

/**
 * Tells what stands in the list about it, each part apart. The contexts of react-admin's list draw all of it anew at each
 * tick, and at each change of the address; React does so below another provider of the same contexts, too.
 */
export function ListStateProvider({ children }: { children: ReactNode }) {
  const { list, before } = useLastRows(useListContext<Row>())
  const { data, total, error, isPending } = list
  const { isFetching = false, isPaused = false, isPlaceholderData = false } = list
  const isEstimate = list.meta?.total_is === 'estimate'
  const state = useMemo(
    () => ({ total, isEstimate, error, isPending, before }),
    [total, isEstimate, error, isPending, before],
  )
  const progress = useMemo(
    () => ({ isFetching, isPaused, isPlaceholderData }),
    [isFetching, isPaused, isPlaceholderData],
  )
  return (
    <contexts.state value={state}>
      <contexts.progress value={progress}>
        <contexts.filter value={useSteady(useListFilterContext())}>
          <contexts.sort value={useSteady(useListSortContext())}>
            <contexts.pages value={useSteady(useListPaginationContext())}>
              <contexts.fixed value={list.filter ?? nothing}>
                <contexts.rows value={data}>
                  <ListContextProvider value={list}>{children}</ListContextProvider>
                </contexts.rows>
              </contexts.fixed>
            </contexts.pages>
          </contexts.sort>
        </contexts.filter>
      </contexts.progress>
    </contexts.state>
  )
}

const nothing = {}

/** Keeps the rows that stood there where nothing came of another question. Those that may not be seen any more go. */
function useLastRows(list: ListControllerResult<Row>) {
  const { data, error, isPlaceholderData, filterValues, sort, page, perPage } = list
  const key = JSON.stringify([filterValues, sort, page, perPage])
  const [last, setLast] = useState<{ key: string; data: Row[]; question: Question }>()
  const isAnswered = data !== undefined && !error && !isPlaceholderData
  if (isAnswered && !(last?.data === data && last.key === key)) {
    setLast({ key, data, question: { filterValues, sort, page, perPage } })
  }
  return useMemo(() => {
    if (!error) return { list, before: undefined }
    const isGone = goneStatuses.has(problemOf(error).status)
    const rows = isGone ? undefined : (data ?? last?.data)
    return {
      list: { ...list, data: rows } as typeof list,
      before: isGone || last?.key === key ? undefined : last?.question,
    }
  }, [list, data, error, key, last])
}

/** What is answered where nothing there may be seen. */
const goneStatuses = new Set([401, 403, 404])

/** The very same object until one of its values is another; its functions call the latest ones. */
function useSteady<Value extends object>(value: Value): Value {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  const key = JSON.stringify(value)
  const [chosen, setChosen] = useState({ key, value })
  if (chosen.key !== key) setChosen({ key, value })
  return useMemo(() => {
    const entries = Object.entries(chosen.value).map(([name, one]) => [
      name,
      typeof one === 'function'
        ? (...args: unknown[]) => callOf(latest.current, name)(...args)
        : one,
    ])
    return Object.fromEntries(entries) as Value
  }, [chosen])
}

const callOf = (value: object, name: string) =>
  (value as Record<string, (...args: unknown[]) => unknown>)[name] ?? (() => undefined)

/** A number of records as people read it: `1,234`, or `about 1,235,000`. */
export function countText(t: Translate, count: number, isEstimate: boolean): string {
  if (!isEstimate) return numberText(count)
  return t('about', { number: roundedText(count) })
}
