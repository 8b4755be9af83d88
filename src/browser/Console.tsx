import { useState } from 'react'
import { createBrowserRouter, Navigate, RouterProvider, type RouteObject } from 'react-router-dom'

import type { Resource } from '#schema'

import { createAuthProvider, mayAccess, signOut } from './authProvider.ts'
import { withConfirmation } from './confirmation.ts'
import { createDataProvider } from './dataProvider.ts'
import { homePath, type Home } from './home.ts'
import { engineViews } from './engineViews.ts'
import type { Http } from './http.ts'
import { atHome, NoPermission } from './layout/NoPermission.tsx'
import { NotFound } from './layout/NotFound.tsx'
import { PageError } from './layout/PageError.tsx'
import { OptionsContext } from './options/context.ts'
import { optionListsOf, type ExtraOptionList } from './options/lists.ts'
import { createOptionStore } from './options/store.ts'
import { recordOrigins } from './origins.ts'
import { observeWrites, ownWrites } from './ownWrites.ts'
import { PermissionWordsContext, type PermissionWords } from './permissionWords.ts'
import { profileScreen } from './profile/screen.ts'
import { prepareList } from './prepareList.ts'
import { createQueryClient, type AccessQuestion } from './queryClient.ts'
import { takeAddress } from './returnAddress.ts'
import { Root } from './Root.tsx'
import { routesOf, type AnyViews } from './routes.tsx'
import { screenRoute, type Screen } from './screens.tsx'
import { userOf, useUser, type SessionStore } from './session.ts'
import type { store as preferences } from './store.ts'
import { lazyScreen } from './lazyScreen.ts'

const HelpPage = lazyScreen(async () => (await import('./help/HelpPage.tsx')).HelpPage)

const ApiReference = lazyScreen(
  async () => (await import('./apiReference/ApiReference.tsx')).ApiReference,
)

/** What the business brings, and what the console stands on. */
export interface ConsoleOptions {
  readonly resources: readonly Resource[]
  readonly views: AnyViews
  readonly screens: readonly Screen[]
  readonly home: Home
  readonly optionLists?: readonly ExtraOptionList[]
  /** Loads what the permissions mean, for who lacks one. */
  readonly permissionWords?: () => Promise<readonly PermissionWords[]>
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
  const may = (question: AccessQuestion) => {
    const known = session.read()
    return mayAccess(resources, known && userOf(known), question)
  }
  const queryClient = createQueryClient(may)
  const choices = createOptions(options)
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
    onSignOut: () => void signOut(options),
  }
  const router = createBrowserRouter([
    { element: <Root {...services} />, errorElement: <PageError />, children: routes(options) },
  ])
  recordOrigins(router)
  const console = (
    <OptionsContext.Provider value={choices}>
      <PermissionWordsContext.Provider value={options.permissionWords ?? noWords}>
        <RouterProvider router={router} />
      </PermissionWordsContext.Provider>
    </OptionsContext.Provider>
  )
  const Console = () => console
  return Object.assign(Console, { prepared: prepareList({ ...services, mayAccess: may }) })
}

const noWords = async () => []

const createOptions = ({ resources, optionLists = [] }: ConsoleOptions) => ({
  lists: optionListsOf(resources, optionLists),
  store: createOptionStore(),
})

/** The engine's own screens and views; those of the business come before them. */
const withOwnScreens = (options: ConsoleOptions): ConsoleOptions => ({
  ...options,
  screens: [...options.screens, profileScreen],
  views: { ...engineViews, ...options.views },
})

function routes({ resources, views, screens, home, http }: ConsoleOptions): RouteObject[] {
  const start = <Start {...{ home, screens, resources }} />
  return [
    { path: '/', element: start },
    { path: '/login', element: start },
    { path: '/help', element: <HelpPage /> },
    { path: '/help/api', element: <ApiReference http={http} /> },
    ...screens.map(screenRoute),
    ...resources.flatMap((resource) => routesOf(resource, views[resource.name])),
    { path: '*', element: <NotFound />, handle: { isPublic: true } },
  ]
}

/** Sends a signed-in user where they were before they had to sign in, or to their first screen (specification 2). */
function Start({ home, ...console }: Pick<ConsoleOptions, 'home' | 'screens' | 'resources'>) {
  const { id, email } = useUser()
  const path = homePath(home, console, useUser())
  const [address] = useState(() => takeAddress(id || email))
  if (address) return <Navigate to={address} replace />
  return path ? <Navigate to={path} replace state={atHome} /> : <NoPermission hasHome={false} />
}
