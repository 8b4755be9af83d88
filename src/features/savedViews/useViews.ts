import { useMemo } from 'react'
import { useGetList } from 'react-admin'

import type { Resource } from '#schema'

import { useDeclaredViews } from './declaredViews.ts'
import { useKeepsViews, viewsResource, type SavedView } from './savedView.ts'

const params = (resource: string) => ({
  filter: { resource },
  pagination: { page: 1, perPage: 200 },
  sort: { field: 'name', order: 'ASC' },
})

/**
 * The views of a list that the user may open: those that come with it, then the saved ones by name. Asked for once; live
 * changes ask again.
 */
export function useViews(resource: Resource, isNeeded: boolean) {
  const { name } = resource
  const keeps = useKeepsViews()
  const declared = useDeclaredViews(resource)
  const enabled = keeps && isNeeded
  const { data, error, isPending, refetch } = useGetList<SavedView>(
    viewsResource,
    params(name) as never,
    { enabled, staleTime: 5 * 60_000, retry: false },
  )
  const views = useMemo(() => [...declared, ...(data ?? [])], [declared, data])
  return { views, error, isPending: enabled && isPending, refetch }
}
