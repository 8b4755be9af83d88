import { useListContext } from 'react-admin'

import { ordersOf, payloadOf, sortedBy, sortedFurtherBy, type Order } from './order.ts'

export interface Sort {
  /** The fields that the list is sorted by; the first counts most. */
  readonly orders: readonly Order[]
  /** Sorts by a field alone, or the other way by the same. */
  sortBy(name: string): void
  /** Adds a field behind the others, turns it, and takes it away again. */
  sortFurtherBy(name: string): void
}

/** The order of the list around, as it stands in the URL. */
export function useSort(): Sort {
  const { sort, setSort } = useListContext()
  const orders = ordersOf(sort)
  return {
    orders,
    sortBy: (name) => setSort(payloadOf(sortedBy(orders, name))),
    sortFurtherBy: (name) => setSort(payloadOf(sortedFurtherBy(orders, name))),
  }
}
