import { useEffect } from 'react'
import { useNotify, useStore, useStoreContext } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Resource } from '#schema'

import { changesKey } from '../../browser/views/list/look.ts'
import { useT, type Translate } from '../../browser/client/i18n/texts.ts'
import { isBareView, searchOf, viewIn } from './viewAddress.ts'
import { useKeepsViews, useViews, type SavedView } from './savedView.ts'

/** Where the id of the view that a list opens with is kept. */
export const firstViewKey = ({ name }: Resource): string => `${name}.default_view`

/**
 * Opens the view that an address like `?view=12` asks for, or the user's first view where the list is entered
 * anew. Answers whether the list must wait for it: before, it does not know what to ask for.
 */
export function useOpening(resource: Resource, perPage: number): boolean {
  const t = useT()
  const notify = useNotify()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { getItem, removeItem } = useStoreContext()
  const [first, setFirst] = useStore<number | undefined>(firstViewKey(resource))
  const keeps = useKeepsViews()
  const isNew = search === '' && getItem(`${resource.name}.listParams`) === undefined
  const wanted = keeps
    ? isBareView(search)
      ? viewIn(search)
      : isNew
        ? first
        : undefined
    : undefined
  const { views, error } = useViews(resource, wanted !== undefined)
  const view = views?.find(({ id }) => id === wanted)
  const isLost = wanted !== undefined && views !== undefined && !view
  useEffect(() => {
    if (!view) return
    removeItem(changesKey(resource))
    tellDropped(view, t, notify)
    void navigate({ search: searchOf(resource, view, perPage) }, { replace: true })
  }, [view, resource, perPage, navigate, removeItem, t, notify])
  useEffect(() => {
    if (!isLost) return
    if (isNew) setFirst(undefined)
    else void navigate({ search: '' }, { replace: true })
    notify(t('view_gone'), { type: 'warning' })
  }, [isLost, isNew, navigate, notify, t, setFirst])
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
  const { views, isPending } = useViews(resource, id !== undefined)
  return { preset: views?.find((one) => one.id === id), isPending }
}
