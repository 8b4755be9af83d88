import { useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { type SortPayload, useResourceContext } from 'react-admin'

import {
  countCap,
  fieldOf,
  isSortable,
  mayRead,
  maySort,
  mayUnmask,
  perPageLimit,
  type Resource,
} from '#schema'

import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { type FilterValues, isPrivate, type Operand } from '../../client/records/filterValues.ts'
import {
  firstOrder,
  type Order,
  ordersOf,
  payloadOf,
  sortedBy,
  sortedFurtherBy,
} from '../../client/records/order.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useUser } from '../../client/session/user.ts'
import { longFilterStore } from '../../client/storage/longFilterStore.ts'
import { useListFilter, useListPages, useListSort } from './listState.tsx'

interface Parts {
  readonly view?: number | string
  readonly filter: object
  readonly sort: SortPayload
  readonly perPage: number
}

/** What stands behind a list's path, every part said, so that a later change of one part leaves the others. */
export function searchText({ view, filter, sort, perPage }: Parts): string {
  const query = new URLSearchParams({
    ...(view !== undefined && { view: String(view) }),
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(perPage),
  })
  return `?${query}`
}

/** The address of a list as it is without any view. Not empty: an empty one stands for where the user was last. */
export const standardSearch = (resource: Resource, perPage: number): string =>
  searchText({ filter: {}, sort: firstOrder(resource), perPage })

/** What the list itself writes behind its path. */
export const listKeys = /^(filter|displayedFilters|sort|order|page|perPage|view)$/

/** Whether somebody may have typed what stands behind a list's path: it needs a look then. */
export function isTyped(search: string): boolean {
  const query = new URLSearchParams(search)
  const perPage = query.get('perPage') ?? '1'
  const isGiven = /^[1-9]\d*$/.test(perPage) && Number(perPage) <= perPageLimit
  return !isGiven || saysNoFilter(query) || [...query.keys()].some((key) => !listKeys.test(key))
}

/** react-admin remembers no list whose address says nothing of the filter: the first form over it would change its rows. */
export const saysNoFilter = (query: URLSearchParams): boolean =>
  query.size > 0 && !query.has('filter') && !query.has('view')

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
    const next = change(nextFilter.get(now) ?? list.values)
    nextFilter.set(now, next)
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
const nextFilter = new WeakMap<object, FilterValues>()

const present = (values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([, one]) => isPresent(one)))

const isPresent = (value: Operand): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

export interface Sort {
  /** The fields that the list is sorted by; the first counts most. */
  readonly orders: readonly Order[]
  /** Sorts by these fields, given what the list is sorted by when the change before has come. */
  change(next: (orders: readonly Order[]) => readonly Order[]): void
  /** Sorts by the fields of a column alone, or the other way by the same. */
  sortBy(names: readonly string[]): void
  /** Adds a field behind the others, turns it, and takes it away again. */
  sortFurtherBy(name: string): void
}

/** The order of the list around, as it stands in the URL. */
export function useSort(): Sort {
  const { sort, setSort } = useListSort()
  const change: Sort['change'] = (next) => {
    const orders = next(nextOrders.get(sort) ?? ordersOf(sort))
    nextOrders.set(sort, orders)
    setSort(payloadOf(orders))
  }
  return {
    orders: ordersOf(sort),
    change,
    sortBy: (names) => change((orders) => sortedBy(orders, names)),
    sortFurtherBy: (name) => change((orders) => sortedFurtherBy(orders, name)),
  }
}

/** What was last put in the place of an order: a press that follows at once must not lose the one before. */
const nextOrders = new WeakMap<object, readonly Order[]>()

/** Returns why the list around cannot be sorted by a field, in words; undefined where it can. The server answers the same. */
export function useUnsortable(
  resource: Resource | undefined,
): (name: string) => string | undefined {
  const t = useT()
  const user = useUser()
  const { total } = useListPages()
  const isShort = total !== undefined && total <= countCap
  return (name) => {
    const field = resource && fieldOf(resource, name)
    if (!field) return undefined
    if (!mayUnmask(user, field)) {
      return t('unsorted_masked')
    }
    if (!isSortable(field) || !mayRead(user, field)) {
      return t('unsorted_kind')
    }
    if (maySort(resource, name) || isShort) return undefined
    return t('unsorted_many', { count: numberText(countCap) })
  }
}
