import { QueryClient } from '@tanstack/react-query'
import { fireEvent, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { AdminContext, memoryStore } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

import type { Resource, User } from '#schema'

import { Navigation } from '../../../src/browser/client/addresses/navigation.tsx'
import { createI18nProvider } from '../../../src/browser/client/i18n/i18nProvider.ts'
import { LeaveGuard } from '../../../src/browser/frame/layout/LeaveGuard.tsx'
import { Toasts } from '../../../src/browser/frame/layout/toasts/Toasts.tsx'
import { UserContext } from '../../../src/browser/client/session/user.ts'
import type { ConsoleProvider } from '../../../src/browser/client/records/provider.ts'
import { SlotsContext, type Slots } from '../../../src/browser/views/slots.ts'
import { slots } from '../../../src/features/index.browser.ts'
import { ResourcesContext } from '../../../src/browser/client/records/resources.ts'

interface Around {
  readonly user: User
  readonly provider: ConsoleProvider
  readonly resources: readonly Resource[]
  readonly views?: Slots['views']
  /** What stands in the place of a screen that breaks. */
  readonly broken?: ReactNode
  /** Of the user's language; English unless given. */
  readonly texts?: Readonly<Record<string, string>>
}

/** Opens an address among screens that stand on a data provider, with nothing of the frame around them. */
export function openScreens(
  path: string,
  screens: Readonly<Record<string, ReactNode>>,
  { user, provider, resources, views = {}, texts = {}, broken }: Around,
) {
  const i18nProvider = createI18nProvider('en', texts)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const services = { dataProvider: provider, i18nProvider, queryClient }
  const around = (screen: ReactNode) => (
    <AdminContext {...services} store={memoryStore()}>
      <UserContext.Provider value={user}>
        <ResourcesContext.Provider value={resources}>
          <SlotsContext.Provider value={{ ...slots, views }}>
            <Navigation>
              {screen}
              <Toasts />
              <LeaveGuard />
            </Navigation>
          </SlotsContext.Provider>
        </ResourcesContext.Provider>
      </UserContext.Provider>
    </AdminContext>
  )
  const routes = Object.entries(screens).map(([at, screen]) => ({
    path: at,
    element: around(screen),
    ...(broken !== undefined && { errorElement: broken }),
  }))
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return { router, client: queryClient, person: userEvent.setup({ delay: null }) }
}

/** Whether the browser asks before a reload, for the sake of what is not saved. */
export const isAskedByBrowser = (): boolean =>
  !fireEvent(window, new Event('beforeunload', { cancelable: true }))
