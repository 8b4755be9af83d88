import type { Resource } from '#schema'
import type { PermissionTexts } from '../client/session/authProvider.ts'
import type { Home } from '../views/screens/sidebarGroups.ts'
import type { AnyViews } from './routes.tsx'
import type { Http } from '../client/http/http.ts'
import type { ExtraOptionList } from '../client/options/lists.ts'
import type { Slots } from '../views/slots.ts'
import type { Screen } from '../views/screens/screens.tsx'
import type { SessionStore } from '../client/session/session.ts'
import type { store as preferences } from '../client/storage/store.ts'

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
