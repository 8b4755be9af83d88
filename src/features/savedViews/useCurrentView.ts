import { useLocation } from 'react-router-dom'

import type { Resource } from '#schema'

import { viewIn } from './address.ts'
import { useViews, type SavedView } from './savedView.ts'

export interface CurrentView {
  readonly preset: SavedView | undefined
  /** The address names a view that has not been read yet. */
  readonly isPending: boolean
}

/** The view that the list's address names. */
export function useCurrentView(resource: Resource): CurrentView {
  const id = viewIn(useLocation().search)
  const { views, isPending } = useViews(resource, id !== undefined)
  return { preset: views?.find((one) => one.id === id), isPending }
}
