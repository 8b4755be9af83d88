import { useListSortContext } from 'react-admin'

import {
  ordersOf,
  payloadOf,
  sortedBy,
  sortedFurtherBy,
  type Order,
} from '../../client/records/order.ts'

export interface Sort {
  /** The fields that the list is sorted by; the first counts most. */
  readonly orders: readonly Order[]
  /** Sorts by these fields, given what the list is sorted by when the change before has come. */
  change(next: (orders: readonly Order[]) => readonly Order[]): void
  /** Sorts by a field alone, or the other way by the same. */
  sortBy(name: string): void
  /** Adds a field behind the others, turns it, and takes it away again. */
  sortFurtherBy(name: string): void
}

/** The order of the list around, as it stands in the URL. */
export function useSort(): Sort {
  const { sort, setSort } = useListSortContext()
  const change: Sort['change'] = (next) => {
    const orders = next(onTheWay.get(sort) ?? ordersOf(sort))
    onTheWay.set(sort, orders)
    setSort(payloadOf(orders))
  }
  return {
    orders: ordersOf(sort),
    change,
    sortBy: (name) => change((orders) => sortedBy(orders, name)),
    sortFurtherBy: (name) => change((orders) => sortedFurtherBy(orders, name)),
  }
}

/** What was last put in the place of an order: a press that follows at once must not lose the one before. */
const onTheWay = new WeakMap<object, readonly Order[]>()
