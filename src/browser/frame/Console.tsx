import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import {
  accessRule,
  createAuthProvider,
  signOut,
  PermissionTextsContext,
} from '../client/session/authProvider.ts'
import { withConfirmation } from '../client/session/connection.ts'
import { createDataProvider } from '../client/records/dataProvider.ts'
import type { AnyViews } from './routes.tsx'
import { PageError } from '../ui/states/messagePages.tsx'
import { OptionsContext, createOptionStore } from '../client/options/store.ts'
import { optionListsOf } from '../client/options/lists.ts'
import { recordOrigins } from '../client/addresses/navigation.tsx'
import { observeWrites, ownWrites } from '../client/live/ownWrites.ts'
import { type AccessQuestion, createQueryClient } from '../client/records/queryClient.ts'
import { prepareList } from '../client/records/prepareList.ts'
import { FoldedGroupsContext } from './layout/sidebar/SidebarSection.tsx'
import { Root } from './Root.tsx'
import { SlotsContext } from '../views/slots.ts'
import { userOf } from '../client/session/user.ts'
import { leavePage } from '../ui/unsaved.ts'
import { OwnIconsContext, type Icon } from '../ui/icons.tsx'
import type { ConsoleOptions } from './consoleOptions.ts'
import { routes } from './consoleRoutes.tsx'
import { withOwnScreens } from './withOwnScreens.ts'

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
