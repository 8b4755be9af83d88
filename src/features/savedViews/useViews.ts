import { useMemo } from 'react'
import { useGetList, useTranslate } from 'react-admin'

import {
  fieldOf,
  mayRead,
  mayReadSome,
  mayUnmask,
  messageName,
  viewRule,
  type DeclaredView,
  type Resource,
  type User,
} from '#schema'

import { useUser } from '../../browser/client/session/user.ts'
import type { FilterValues } from '../../browser/client/records/filterValues.ts'
import { useKeepsViews, viewsResource, type SavedView } from './savedView.ts'

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

const params = (resource: string) => ({
  filter: { resource },
  pagination: { page: 1, perPage: 200 },
  sort: { field: 'name', order: 'ASC' },
})

/** The views that come with a list, for a user who may ask for all that they filter by. Their names are their ids. */
function useDeclaredViews(resource: Resource): readonly SavedView[] {
  const user = useUser()
  const translate = useTranslate()
  return useMemo(
    () =>
      declaredFor(resource, user).map(([id, { filter = {}, sort, columns }]) => ({
        id,
        version: 1,
        name: translate(`resources.${resource.name}.views.${messageName(id)}`, { _: id }),
        user: 0,
        visibility: 'all',
        role: null,
        settings: {
          filter: filter as FilterValues,
          ...(sort && { sort }),
          ...(columns && { columns: columns.filter((one) => isSeen(resource, user, one)) }),
        },
      })),
    [resource, user, translate],
  )
}

/** The id of the view that a list opens with where its user has chosen none. */
export const firstDeclared = (resource: Resource, user: User): string | undefined =>
  declaredFor(resource, user).find(([, { first }]) => first)?.[0]

const declaredFor = (resource: Resource, user: User): [string, DeclaredView][] =>
  Object.entries<DeclaredView>(resource.views ?? {}).filter(
    ([, view]) =>
      viewRule(view)(user) === true &&
      Object.keys(view.filter ?? {}).every((key) => isAsked(resource, user, key)),
  )

/** Whether a user may filter by a key of a list request, as far as the field decides. */
function isAsked(resource: Resource, user: User, key: string): boolean {
  const field = fieldOf(resource, key) ?? fieldOf(resource, key.replace(/_[a-z]+$/, ''))
  return field !== undefined && mayRead(user, field) && mayUnmask(user, field)
}

function isSeen(resource: Resource, user: User, name: string): boolean {
  const field = fieldOf(resource, name)
  return field !== undefined && mayReadSome(user, field)
}
