import { useState } from 'react'
import { createBrowserRouter, Navigate, RouterProvider, type RouteObject } from 'react-router-dom'
import type { Resource } from '#schema'
import {
  accessRule,
  createAuthProvider,
  signOut,
  PermissionTextsContext,
  type PermissionTexts,
} from '../client/session/authProvider.ts'
import { withConfirmation } from '../client/session/connection.ts'
import { createDataProvider } from '../client/records/dataProvider.ts'
import { homePath, type Home } from '../views/screens/sidebarGroups.ts'
import { adminResource } from './adminResource.tsx'
import { routesOf, type AnyViews } from './routes.tsx'
import type { Http } from '../client/http/http.ts'
import { atHome, NoPermission, NotFound, PageError } from '../ui/states/messagePages.tsx'
import { OptionsContext, createOptionStore } from '../client/options/store.ts'
import { optionListsOf, type ExtraOptionList } from '../client/options/lists.ts'
import { recordOrigins } from '../client/addresses/navigation.tsx'
import { observeWrites, ownWrites } from '../client/live/ownWrites.ts'
import {
  type AccessQuestion,
  createQueryClient,
  prepareList,
} from '../client/records/queryClient.ts'
import { takeAddress } from '../client/addresses/returnAddress.ts'
import { FoldedGroupsContext } from './layout/Sidebar.tsx'
import { Root } from './Root.tsx'
import { SlotsContext, type Slots } from '../views/slots.ts'
import { screenRoute, type Screen } from '../views/screens/screens.tsx'
import { type SessionStore } from '../client/session/session.ts'
import { userOf, useUser } from '../client/session/user.ts'
import type { store as preferences } from '../client/storage/store.ts'
import { lazyScreen } from '../ui/states/Loading.tsx'
import { leavePage } from '../ui/unsaved.ts'
import { engineParts, engineViews } from './engineViews.ts'
import { OwnIconsContext, type Icon } from '../ui/icons.tsx'

const HelpPage = lazyScreen(async () => (await import('../views/help/HelpPage.tsx')).HelpPage)

/** What a business brings to the browser: `export const business: BusinessParts` of its `index.browser.ts`. */
export interface BusinessParts {
  /** Those of `index.ts`: `resources: defineResources([...own, ...systemResources(own)])`. */
  readonly resources: readonly Resource[]
  /** Custom screens, by resource; what is not named is derived from the declaration: `views: { ...systemViews, visits: visitViews }`. */
  readonly views?: AnyViews
  /** Screens that are no view of a resource: `screens: [waitingScreen]`. */
  readonly screens?: readonly Screen[]
  /** Where a sign-in goes: the first of these that the user may see; otherwise the first list of the sidebar: `home: [{ path: '/waiting', permission: 'visit.view' }]`. */
  readonly home?: Home
  /** The groups of the sidebar that are folded until a person opens them: of what is seldom gone to: `folded: ['Settings']`. */
  readonly folded?: readonly string[]
  /** Option lists that come of no declaration but of a route of the business: `optionLists: [{ name: 'rooms', api: 'room/words', permission: 'visit.view' }]`. */
  readonly optionLists?: readonly ExtraOptionList[]
  /** Loads what the permissions mean, for who lacks one: `permissionTexts: async () => (await import('./permissions.ts')).permissions`. */
  readonly permissionTexts?: () => Promise<readonly PermissionTexts[]>
}

/** What the business brings, and what the console stands on. */
export interface ConsoleOptions extends BusinessParts {
  readonly slots: Slots
  readonly http: Http
  readonly session: SessionStore
  readonly store: typeof preferences
  /** Leaves the console for the first page; a new page keeps nothing of the last user in memory. */
  readonly leave: () => void
}

/**
 * Builds the console once, from the declarations: its routes never change while it runs. `prepared` resolves when what the
 * first page shows has been read.
 */
export function createConsole(business: ConsoleOptions) {
  const http = withConfirmation(business.http)
  const options = withOwnScreens({ ...business, http })
  const { resources, screens, session } = options
  const ruleOf = (question: AccessQuestion) => {
    const known = session.read()
    return accessRule(resources, known && userOf(known), question)
  }
  const queryClient = createQueryClient(resources, ruleOf)
  const lists = optionListsOf(resources, options.optionLists)
  const choices = { lists, store: createOptionStore() }
  const services = {
    resources,
    screens,
    queryClient,
    http,
    store: options.store,
    dataProvider: observeWrites(
      createDataProvider(resources, http),
      resources,
      (resource, written) => {
        choices.store.markOld(resource)
        ownWrites.add(resource, written)
      },
    ),
    authProvider: createAuthProvider(options),
    leave: options.leave,
    onSignOut: () => leavePage(() => void signOut(options)),
  }
  const router = createBrowserRouter([
    { element: <Root {...services} />, errorElement: <PageError />, children: routes(options) },
  ])
  recordOrigins(router)
  const console = (
    <OptionsContext.Provider value={choices}>
      <PermissionTextsContext.Provider value={options.permissionTexts}>
        <SlotsContext.Provider value={options.slots}>
          <OwnIconsContext.Provider value={iconsOf(options.views)}>
            <FoldedGroupsContext.Provider value={options.folded}>
              <RouterProvider router={router} />
            </FoldedGroupsContext.Provider>
          </OwnIconsContext.Provider>
        </SlotsContext.Provider>
      </PermissionTextsContext.Provider>
    </OptionsContext.Provider>
  )
  const Console = () => console
  return Object.assign(Console, {
    prepared: prepareList({ ...services, mayAccess: (question) => ruleOf(question) !== false }),
  })
}

const iconsOf = (views: AnyViews): Readonly<Record<string, Icon>> =>
  Object.fromEntries(
    Object.entries(views).flatMap(([name, view]) => (view?.icon ? [[name, view.icon]] : [])),
  )

const noTexts = async () => []

/** With what the engine and the features bring; a view or a screen of the business takes the place of theirs. */
function withOwnScreens(options: ConsoleOptions): ConsoleOptions & Required<BusinessParts> {
  const features = [engineParts, ...options.slots.features]
  const views = { ...engineViews, ...options.views }
  const { screens: own = [], resources } = options
  const ofFeatures = features
    .flatMap(({ screens = [] }) => screens)
    .filter(({ isNeeded }) => isNeeded?.(resources) ?? true)
    .filter(({ path }) => !own.some((one) => one.path === path))
  return {
    home: [],
    folded: [],
    optionLists: [],
    permissionTexts: noTexts,
    ...options,
    slots: { ...options.slots, features, views },
    // The sidebar begins with the dashboard.
    screens: [...ofFeatures, ...own],
    views,
  }
}

function routes({
  resources,
  views,
  screens,
  home,
  http,
  slots,
}: ConsoleOptions & Required<BusinessParts>): RouteObject[] {
  const start = <Start {...{ home, screens, resources }} />
  return [
    { path: '/', element: start },
    { path: '/login', element: start },
    { path: '/help', element: <HelpPage /> },
    ...slots.features
      .flatMap(({ pages = [] }) => pages)
      .map(({ path, Page }) => ({ path, element: <Page http={http} /> })),
    ...screens.map(screenRoute),
    ...resources.flatMap((resource) => [
      ...routesOf(resource, views[resource.name]),
      { path: `/${resource.name}/*`, element: adminResource(resource) },
    ]),
    { path: '*', element: <NotFound />, handle: { isPublic: true } },
  ]
}

/** Sends a signed-in user where they were before they had to sign in, or to their first screen. */
function Start({
  home,
  ...console
}: Pick<Required<ConsoleOptions>, 'home' | 'screens' | 'resources'>) {
  const { id, email } = useUser()
  const path = homePath(home, console, useUser())
  const [address] = useState(() => takeAddress(id || email))
  if (address) return <Navigate to={address} replace />
  return path ? <Navigate to={path} replace state={atHome} /> : <NoPermission hasHome={false} />
}
