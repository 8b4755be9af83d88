import { useEffect } from 'react'
import { useNotify, useStoreContext } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Resource } from '#schema'

import { recordId } from '../../browser/client/addresses/addresses.ts'
import { isPrivate } from '../../browser/client/records/filterValues.ts'
import { firstOrder, ordersIn, payloadOf } from '../../browser/client/records/order.ts'
import { longFilterStore } from '../../browser/client/storage/longFilterStore.ts'
import { searchText } from '../../browser/views/list/listAddress.ts'
import { changesKey } from '../../browser/views/list/listAppearance.ts'
import { useT, type Translate } from '../../browser/client/i18n/texts.ts'
import type { SavedView } from './savedView.ts'
import { useFirstView, useKeepsViews, usePinned, useViews } from './useViews.ts'

/**
 * Opens the view that an address like `?view=12` asks for, or the user's first view where the list is entered
 * anew. Returns whether the list must wait for it: before, it does not know what to ask for.
 */
export function useOpening(resource: Resource, perPage: number): boolean {
  const t = useT()
  const notify = useNotify()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { getItem, removeItem } = useStoreContext()
  const [first, setFirst] = useFirstView(resource)
  const { rename, unpin } = usePinned(resource.name)
  const keeps = useKeepsViews()
  const isNew = search === '' && getItem(`${resource.name}.listParams`) === undefined
  const named = isBareView(search) ? viewIn(search) : isNew ? first : undefined
  const wanted = keeps || typeof named === 'string' ? named : undefined
  const { views, error, isPending } = useViews(resource, typeof wanted === 'number')
  const view = views.find(({ id }) => id === wanted)
  const isLost = wanted !== undefined && !isPending && !error && !view
  useEffect(() => {
    if (!view) return
    removeItem(changesKey(resource))
    tellDropped(view, t, notify)
    rename(view)
    void navigate(
      { search: withGiven(searchOf(resource, view, perPage), search) },
      { replace: true },
    )
  }, [view, resource, perPage, search, navigate, removeItem, t, notify, rename])
  useEffect(() => {
    if (!isLost) return
    if (wanted !== undefined) unpin(wanted)
    if (isNew) setFirst(undefined)
    else void navigate({ search: '' }, { replace: true })
    notify(t('view_gone'), { type: 'warning' })
  }, [isLost, isNew, wanted, navigate, notify, t, setFirst, unpin])
  return wanted !== undefined && !error
}

/** A view may ask for more than this user may: the server leaves that out, and the user is told. */
export function tellDropped(
  { settings: { dropped = 0 } }: SavedView,
  t: Translate,
  notify: ReturnType<typeof useNotify>,
): void {
  if (dropped === 0) return
  const text = t('view_dropped', { smart_count: dropped })
  notify(text, { type: 'info' })
}

/** Returns the view that the list's address names, and whether it has not been read yet. */
export function useCurrentView(resource: Resource) {
  const id = viewIn(useLocation().search)
  const { views, isPending } = useViews(resource, typeof id === 'number')
  return { preset: views.find((one) => one.id === id), isPending }
}

/** The id of the view that an address asks for: a number, or the name of one that comes with the list. */
function viewIn(search: string): SavedView['id'] | undefined {
  const text = new URLSearchParams(search).get('view')
  return recordId(text) ?? (text || undefined)
}

/** An address that asks for a view and for no filter: what it shows must first be read. */
const isBareView = (search: string): boolean =>
  viewIn(search) !== undefined && !new URLSearchParams(search).has('filter')

/** The address of a view with what somebody has typed beside its name, as a page. */
function withGiven(search: string, given: string): string {
  const query = new URLSearchParams(search)
  for (const [key, value] of new URLSearchParams(given)) query.set(key, value)
  return `?${query}`
}

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
