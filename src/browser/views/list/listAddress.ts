import type { SortPayload } from 'react-admin'

import type { Resource } from '#schema'

import { firstOrder } from '../../client/records/order.ts'

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
