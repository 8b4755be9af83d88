import { useState } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { homePath } from '../views/screens/sidebarGroups.ts'
import { adminResource } from './adminResource.tsx'
import { routesOf } from './routes.tsx'
import { atHome, NoPermission, NotFound } from '../ui/states/messagePages.tsx'
import { takeAddress } from '../client/addresses/returnAddress.ts'
import { screenRoute } from '../views/screens/screens.tsx'
import { useUser } from '../client/session/user.ts'
import { lazyScreen } from '../ui/states/Loading.tsx'
import type { BusinessParts, ConsoleOptions } from './consoleOptions.ts'

const HelpPage = lazyScreen(async () => (await import('../views/help/HelpPage.tsx')).HelpPage)

export function routes({
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
