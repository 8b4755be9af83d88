import { memo, useContext, type ComponentType } from 'react'
import { ResourceContextProvider } from 'react-admin'
import {
  matchRoutes,
  UNSAFE_DataRouterContext as RouterContext,
  type RouteObject,
} from 'react-router-dom'
import { hasList, type Operation, type Resource } from '#schema'
import { NotFound, PageError } from '../ui/states/messagePages.tsx'
import type { ViewProps, Views } from '../views/resourceViews.ts'
import { editOverShow, recordId, withCopy } from '../client/addresses/addresses.ts'
import { usePathname } from '../client/addresses/navigation.tsx'
import { ResourceList } from '../views/ResourceList.tsx'
import { useResourceNamed } from '../client/records/resources.ts'
import { ResourceCreate, ResourceEdit, ResourceShow } from '../views/recordPages.ts'
import { Guard } from './Guard.tsx'

/** Custom screens by resource name, with the types of their records behind them. */
export type AnyViews = Readonly<Record<string, Views<Resource> | undefined>>

type Page = ComponentType<ViewProps>

/** Nearly everybody begins with a list, so it comes with the console itself; the others come once that stands. */
const pages: Record<'list' | 'create' | 'edit' | 'show', Page> = {
  list: ResourceList,
  create: ResourceCreate,
  edit: ResourceEdit,
  show: ResourceShow,
}

/** The addresses of a resource's views. What has no address of its own opens over the list. */
export function routesOf(resource: Resource, views: Views<Resource> | undefined): RouteObject[] {
  const { routes, operations } = resource
  const may = (operation: Operation) => operations.includes(operation)
  const screen = (view: keyof typeof pages) => (
    <Screen Page={pages[view]} view={view} {...{ resource, views }} />
  )
  const own = (['create', 'edit', 'show'] as const).flatMap((view): RouteObject[] => {
    const declared = routes[view]
    if (!declared || !may(view)) return []
    const path = view === 'create' ? withCopy(declared) : declared
    const page = { path, element: screen(view), errorElement: <PageError /> }
    const isFormOver = view === 'show' && editOverShow(resource) && may('edit')
    return [isFormOver ? { ...page, children: overShow } : page]
  })
  if (!hasList(resource)) return own
  const list = { path: routes.list, element: screen('list'), errorElement: <PageError /> }
  return [...own, { ...list, children: [{ index: true, element: null }, ...overlays(resource)] }]
}

/** What an address over the list needs besides the list: one of these operations. */
interface Handle {
  readonly needs: readonly Operation[]
}

/** Who may not edit sees the record alone. */
const overShow: RouteObject[] = [
  { index: true, element: null },
  { path: 'edit', element: null, handle: { needs: ['edit', 'show'] } satisfies Handle },
]

function overlays({ routes, operations, import: takesFiles }: Resource): RouteObject[] {
  const possible: [path: string, needs: Operation[], isHere: boolean][] = [
    [withCopy('create'), ['create'], !routes.create],
    ['import', ['import'], takesFiles !== undefined],
    // Who may not edit sees the record.
    [':id', ['edit', 'show'], !routes.edit],
    [':id/show', ['show'], !routes.show],
  ]
  return possible
    .filter(([, needs, isHere]) => isHere && needs.some((one) => operations.includes(one)))
    .map(([path, needs]) => ({ path, element: null, handle: { needs } satisfies Handle }))
}

interface ScreenProps extends ViewProps {
  Page: Page
  view: keyof typeof pages
}

function Screen({ Page, view, resource: declared, views }: ScreenProps) {
  const routes = useContext(RouterContext)?.router.routes ?? []
  // By the path alone: `useMatches` would draw the page anew at each change of the query.
  const match = matchRoutes(routes, usePathname())?.at(-1)
  const id = match?.params['id']
  const resource = useResourceNamed(declared.name) ?? declared
  const handle = match?.route.handle as Handle | undefined
  if (id !== undefined && recordId(id) === undefined) return <NotFound />
  return <GuardedPage {...{ Page, view, resource, views, handle }} />
}

/** Apart, so that a change of the query alone, as by a filter or another order, asks nothing anew. */
const GuardedPage = memo(function GuardedPage({
  Page,
  view,
  resource,
  views,
  handle,
}: ScreenProps & { handle: Handle | undefined }) {
  return (
    <Guard resource={resource} needs={[[view], ...(handle ? [handle.needs] : [])]}>
      <ResourceContextProvider value={resource.name}>
        <Page {...{ resource, views }} />
      </ResourceContextProvider>
    </Guard>
  )
})
