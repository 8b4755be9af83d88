import { savedViewBehavior, unsharingViews } from '#features/server'
import { defineBusiness, type Behaviors } from '#server'
import { auditEntryBehavior, jobBehavior, permissionBehavior, roleBehavior } from '#system/server'

import { brokerBehavior } from './brokers/broker.server.ts'
import { brokerDepartmentBehavior } from './brokers/brokerDepartment.server.ts'
import { cardNumber } from './cardNumber.server.ts'
import { dashboardRoutes } from './dashboard/dashboard.server.ts'
import { resources } from './index.ts'
import { leadBehavior } from './leads/lead/lead.server.ts'
import { userBehavior } from './management/user.server.ts'
import { permissions } from './permissions.ts'
import { roles } from './roles.ts'
import { demoAccounts } from './seed/accounts.ts'
import { demo } from './seed/demo.ts'
import { seed } from './seed/seed.ts'
import { affiliateCompanyBehavior } from './settings/affiliateCompany.server.ts'
import { countryBehavior } from './settings/country.server.ts'
import { localeBehavior } from './settings/locale.server.ts'
import { localizationBehavior } from './settings/localization.server.ts'
import { sourceRandomStatusBehavior } from './settings/sourceRandomStatus.server.ts'
import { statusBehavior } from './settings/status.server.ts'
import { tagBehavior } from './settings/tag.server.ts'
import { translations } from './translations/translations.server.ts'

/** What the server does for a resource beyond what its declaration says. */
export const behaviors = {
  leads: leadBehavior,
  brokers: brokerBehavior,
  broker_departments: brokerDepartmentBehavior,
  users: userBehavior,
  roles: unsharingViews(roleBehavior),
  permissions: permissionBehavior,
  audit_entries: auditEntryBehavior,
  locales: localeBehavior,
  localizations: localizationBehavior,
  statuses: statusBehavior,
  countries: countryBehavior,
  tags: tagBehavior,
  source_random_statuses: sourceRandomStatusBehavior,
  affiliate_companies: affiliateCompanyBehavior,
  jobs: jobBehavior,
  saved_views: savedViewBehavior,
} satisfies Behaviors<typeof resources>

/** The whole business, as the process runs it. */
export const business = defineBusiness(import.meta.url, {
  resources,
  behaviors,
  permissions,
  roles,
  translations,
  forbiddenText: cardNumber,
  seed,
  demo,
  demoAccounts,
  routes: dashboardRoutes,
})
