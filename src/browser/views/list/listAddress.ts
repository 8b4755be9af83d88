import type { SortPayload } from 'react-admin'

import { perPageLimit, type Resource } from '#schema'

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

/** What the list itself writes behind its path. */
export const listKeys = /^(filter|displayedFilters|sort|order|page|perPage|view)$/

/** Whether somebody may have typed what stands behind a list's path: it needs a look then. */
export function isTyped(search: string): boolean {
  const query = new URLSearchParams(search)
  const perPage = query.get('perPage') ?? '1'
  const isGiven = /^[1-9]\d*$/.test(perPage) && Number(perPage) <= perPageLimit
  return !isGiven || [...query.keys()].some((key) => !listKeys.test(key))
}
