import { ZoneInput, type BusinessParts, type Screen, type ViewsByResource } from '#browser'
import { systemViews } from '#system/browser'

import { dashboardScreen } from './dashboard/dashboard.browser.tsx'
import { home } from './home.ts'
import { resources } from './index.ts'
import { userViews } from './management/user.browser.ts'
import { optionLists } from './optionLists.ts'
import { sourceRandomStatusViews } from './settings/sourceRandomStatus.browser.tsx'

/** Custom screens, by resource: every view not named here is derived from the declaration. */
export const views: ViewsByResource<typeof resources> = {
  ...systemViews,
  users: userViews,
  broker_departments: { inputs: { timezone: ZoneInput }, narrow: ['timezone'] },
  source_random_statuses: sourceRandomStatusViews,
}

/** Screens that are no view of a resource. */
export const screens: readonly Screen[] = [dashboardScreen]

/** What the console shows of this business. */
export const business: BusinessParts = {
  resources,
  views,
  screens,
  home,
  optionLists,
  permissionWords: async () => (await import('./permissions.ts')).permissions,
}
