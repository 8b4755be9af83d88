import { type SortPayload } from 'react-admin'
import type { Resource } from '#schema'
import { isPrivate } from '../../browser/client/records/filterValues.ts'
import { recordId } from '../../browser/client/addresses/addresses.ts'
import { keptLists } from '../../browser/client/storage/keptLists.ts'
import { firstOrder, ordersIn, payloadOf } from '../../browser/client/records/order.ts'
import type { SavedView } from './savedView.ts'

/** The id of the view that an address asks for. */
export const viewIn = (search: string): number | undefined =>
  recordId(new URLSearchParams(search).get('view'))

/** An address that asks for a view and for nothing else: what it shows must first be read. */
export const isBareView = (search: string): boolean =>
  viewIn(search) !== undefined && [...new URLSearchParams(search).keys()].length === 1

/** The address of a list as a view shows it, every part said, so that a later change of one part leaves the others. */
export function searchOf(resource: Resource, view: SavedView, perPage: number): string {
  const { filter, search, sort, per_page } = view.settings
  return searchText({
    view: view.id,
    filter: keptLists.shortened({ ...filter, ...(search && { search }) }, (key, operand) =>
      isPrivate(resource, key, operand),
    ),
    sort: sort ? payloadOf(ordersIn(sort)) : firstOrder(resource),
    perPage: per_page ?? perPage,
  })
}

/** The address of a list as it is without any view. Not empty: an empty one stands for where the user was last. */
export const standardSearch = (resource: Resource, perPage: number): string =>
  searchText({ filter: {}, sort: firstOrder(resource), perPage })

interface Parts {
  readonly view?: number
  readonly filter: object
  readonly sort: SortPayload
  readonly perPage: number
}

function searchText({ view, filter, sort, perPage }: Parts): string {
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
