import type { Resource } from '#schema'
import { isPrivate } from '../../browser/client/records/filterValues.ts'
import { recordId } from '../../browser/client/addresses/addresses.ts'
import { longFilterStore } from '../../browser/client/storage/longFilterStore.ts'
import { firstOrder, ordersIn, payloadOf } from '../../browser/client/records/order.ts'
import { searchText } from '../../browser/views/list/listAddress.ts'
import type { SavedView } from './savedView.ts'

/** The id of the view that an address asks for: a number, or the name of one that comes with the list. */
export function viewIn(search: string): SavedView['id'] | undefined {
  const text = new URLSearchParams(search).get('view')
  return recordId(text) ?? (text || undefined)
}

/** An address that asks for a view and for nothing else: what it shows must first be read. */
export const isBareView = (search: string): boolean =>
  viewIn(search) !== undefined && [...new URLSearchParams(search).keys()].length === 1

/** The address of a list as a view shows it. */
export function searchOf(resource: Resource, view: SavedView, perPage: number): string {
  const { filter, search, sort, per_page } = view.settings
  return searchText({
    view: view.id,
    filter: longFilterStore.shortened({ ...filter, ...(search && { search }) }, (key, operand) =>
      isPrivate(resource, key, operand),
    ),
    sort: sort ? payloadOf(ordersIn(sort)) : firstOrder(resource),
    perPage: per_page ?? perPage,
  })
}
