import { savedViewBehavior, unsharingViews } from '#features/server'
import { defineBusiness, type Behaviors } from '#server'
import { systemPermissions as permissions } from '#system'
import { createTranslations, seedLanguages, systemBehaviors } from '#system/server'

import { bookingBehavior } from './bookings.server.ts'
import { demo, demoAccounts } from './demo/demo.server.ts'
import { maintenanceBehavior } from './equipment.server.ts'
import { resources } from './index.ts'
import { roles } from './roles.ts'

const behaviors = {
  ...systemBehaviors,
  bookings: bookingBehavior,
  maintenance: maintenanceBehavior,
  roles: unsharingViews(systemBehaviors.roles),
  saved_views: savedViewBehavior,
} satisfies Behaviors<typeof resources>

export const business = defineBusiness(import.meta.url, {
  resources,
  behaviors,
  permissions,
  roles,
  translations: createTranslations({ module: import.meta.url, resources, permissions }),
  seed: seedLanguages,
  demo,
  demoAccounts,
})
