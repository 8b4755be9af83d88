import { countCap, fieldOf, isSortable, mayRead, maySort, mayUnmask, type Resource } from '#schema'

import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import {
  type Order,
  ordersOf,
  payloadOf,
  sortedBy,
  sortedFurtherBy,
} from '../../client/records/order.ts'
import { useUser } from '../../client/session/user.ts'
import { useListPages, useListSort } from './listState.tsx'

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
    const orders = next(onTheWay.get(sort) ?? ordersOf(sort))
    onTheWay.set(sort, orders)
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
const onTheWay = new WeakMap<object, readonly Order[]>()

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
