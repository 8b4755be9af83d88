import type { Screen, ViewsByResource } from '#browser'

import { dashboardScreen } from './dashboard/dashboard.views.tsx'
import type { resources } from './index.ts'
import { roleViews } from './management/role.views.tsx'
import { localizationViews } from './settings/localization.views.tsx'

/** Custom screens, by resource: every view not named here is derived from the declaration. */
export const views: ViewsByResource<typeof resources> = {
  roles: roleViews,
  localizations: localizationViews,
}

/** Screens that are no view of a resource. */
export const screens: readonly Screen[] = [dashboardScreen]
