import { savedViewBehavior, unsharingViews } from '#features/server'
import { defineBusiness, type Behaviors } from '#server'
import { createTranslations, systemBehaviors } from '#system/server'

import { brokerBehavior } from './brokers/broker.server.ts'
import { brokerDepartmentBehavior } from './brokers/brokerDepartment.server.ts'
import { cardNumber } from './cardNumber.server.ts'
import { dashboardRoutes } from './dashboard/dashboard.server.ts'
import { resources } from './index.ts'
import { leadBehavior } from './leads/lead/lead.server.ts'
import { userBehavior } from './management/user.server.ts'
import { permissions } from './permissions.ts'
import { roles } from './roles.ts'
import { demo, demoAccounts } from './seed/demo.ts'
import { seed } from './seed/seed.ts'
import { affiliateCompanyBehavior } from './settings/affiliateCompany.server.ts'
import { countryBehavior } from './settings/country.server.ts'
import { sourceRandomStatusBehavior } from './settings/sourceRandomStatus.server.ts'
import { statusBehavior } from './settings/status.server.ts'
import { tagBehavior } from './settings/tag.server.ts'

/** What the server does for a resource beyond what its declaration says. */
export const behaviors = {
  ...systemBehaviors,
  leads: leadBehavior,
  brokers: brokerBehavior,
  broker_departments: brokerDepartmentBehavior,
  users: userBehavior,
  roles: unsharingViews(systemBehaviors.roles),
  statuses: statusBehavior,
  countries: countryBehavior,
  tags: tagBehavior,
  source_random_statuses: sourceRandomStatusBehavior,
  affiliate_companies: affiliateCompanyBehavior,
  saved_views: savedViewBehavior,
} satisfies Behaviors<typeof resources>

/** The whole business, as the process runs it. */
export const business = defineBusiness(import.meta.url, {
  resources,
  behaviors,
  permissions,
  roles,
  translations: createTranslations({ module: import.meta.url, resources, permissions }),
  forbiddenText: cardNumber,
  seed,
  demo,
  demoAccounts,
  routes: dashboardRoutes,
})
