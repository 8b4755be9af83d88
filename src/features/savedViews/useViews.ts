import { useContext, useMemo } from 'react'
import { useEvent, useGetList, useStore, useTranslate } from 'react-admin'

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
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import type { SavedView } from './savedView.ts'

/** The resource that keeps the views. */
export const viewsResource = 'saved_views'

/** Whether the console and its server keep views at all. */
export function useKeepsViews(): boolean {
  const { id } = useUser()
  return useContext(ResourcesContext).some(({ name }) => name === viewsResource) && id > 0
}

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

type ViewId = SavedView['id']

/**
 * The id of the view that a list opens with: the one that the user chose, or else the one that is declared as the first.
 * `false` chooses the list without a view.
 */
export function useFirstView(
  resource: Resource,
): [first: ViewId | undefined, choose: (first: ViewId | false | undefined) => void] {
  const user = useUser()
  const key = `${resource.name}.default_view`
  const [chosen, choose] = useStore<ViewId | false | undefined>(key)
  const first = chosen === undefined ? firstDeclared(resource, user) : chosen || undefined
  return [first, choose]
}

/** A view below its list in the sidebar, with its name: the sidebar asks the server for nothing. */
type Pinned = Pick<SavedView, 'id' | 'name'>

/** Returns the views of a list that the user has in the sidebar, in the order they came, and what changes that. */
export function usePinned(resource: string) {
  const [pinned, write] = useStore<readonly Pinned[]>(`${resource}.sidebar_views`, none)
  const isPinned = (id: SavedView['id']) => pinned.some((one) => one.id === id)
  const pin = useEvent(({ id, name }: Pinned) =>
    write([...pinned.filter((one) => one.id !== id), { id, name }]),
  )
  const unpin = useEvent((id: SavedView['id']) => {
    if (isPinned(id)) write(pinned.filter((one) => one.id !== id))
  })
  /** Takes the name that a view has now. */
  const rename = useEvent(({ id, name }: Pinned) => {
    if (!pinned.some((one) => one.id === id && one.name !== name)) return
    write(pinned.map((one) => (one.id === id ? { id, name } : one)))
  })
  return { pinned, isPinned, pin, unpin, rename }
}

const none: readonly Pinned[] = []
