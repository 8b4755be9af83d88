import { useMemo } from 'react'
import { useTranslate } from 'react-admin'

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
import type { SavedView } from './savedView.ts'

/** The views that come with a list, for a user who may ask for all that they filter by. Their names are their ids. */
export function useDeclaredViews(resource: Resource): readonly SavedView[] {
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
