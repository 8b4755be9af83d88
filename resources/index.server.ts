import { savedViewBehavior, unsharingViews } from '#features/server'
import { defineBusiness, type Behaviors } from '#server'
import { createTranslations, systemBehaviors } from '#system/server'

import { brokerBehavior } from './brokers/broker.server.ts'
import { brokerDepartmentBehavior } from './brokers/department/brokerDepartment.server.ts'
import { departmentCapBehavior } from './brokers/department/departmentCap.server.ts'
import { departmentChangeBehavior } from './brokers/histories/departmentChange.server.ts'
import { dashboardRoutes } from './dashboard/dashboard.server.ts'
import { blackListBehavior } from './leads/blackList/blackList.server.ts'
import { failedLeadBehavior } from './leads/failedLead/failedLead.server.ts'
import { leadChangeBehavior } from './leads/history/leadChange.server.ts'
import { leadBehavior } from './leads/lead/lead.server.ts'
import { retentionBehavior } from './leads/retention/retention.server.ts'
import { termsOfRules } from './leads/retention/terms.server.ts'
import { statusMapBehavior } from './leads/statusSetting/statusMap.server.ts'
import { statusSettingBehavior } from './leads/statusSetting/statusSetting.server.ts'
import { userBehavior } from './management/user.server.ts'
import { partnerRoutes } from './partner/partnerRoutes.server.ts'
import { permissions } from './permissions.ts'
import { business as reading } from './reading.server.ts'
import { roles } from './roles.ts'
import { demo, demoAccounts } from './seed/demo.ts'
import { seed } from './seed/seed.ts'
import { integrationBehavior } from './sending/integration/integration.server.ts'
import { integrationSecretBehavior } from './sending/integration/integrationSecret.server.ts'
import { sendBehavior } from './sending/send/send.server.ts'
import { affiliateCompanyBehavior } from './settings/affiliateCompany.server.ts'
import { sourceRandomStatusBehavior } from './settings/source/sourceRandomStatus.server.ts'
import { sourceRandomStatusRowBehavior } from './settings/source/sourceRandomStatusRow.server.ts'
import { sourceBehavior } from './settings/source/source.server.ts'
import { statusBehavior } from './settings/status.server.ts'
import { tagBehavior } from './settings/tag.server.ts'

const { resources, forbiddenText } = reading

/** What the server does for a resource beyond what its declaration says. */
export const behaviors = {
  ...systemBehaviors,
  leads: leadBehavior,
  failed_leads: failedLeadBehavior,
  black_list: blackListBehavior,
  lead_changes: leadChangeBehavior,
  lead_status_settings: statusSettingBehavior,
  status_maps: statusMapBehavior,
  brokers: brokerBehavior,
  broker_departments: brokerDepartmentBehavior,
  department_caps: departmentCapBehavior,
  department_changes: departmentChangeBehavior,
  send_integrations: integrationBehavior,
  integration_secrets: integrationSecretBehavior,
  sends: sendBehavior,
  retention_rules: retentionBehavior,
  users: userBehavior,
  roles: unsharingViews(systemBehaviors.roles),
  statuses: statusBehavior,
  tags: tagBehavior,
  sources: sourceBehavior,
  source_random_statuses: sourceRandomStatusBehavior,
  source_random_status_rows: sourceRandomStatusRowBehavior,
  affiliate_companies: affiliateCompanyBehavior,
  saved_views: savedViewBehavior,
} satisfies Behaviors<typeof resources>

/** The whole business, as the process runs it. */
export const business = defineBusiness(import.meta.url, {
  resources,
  reading: new URL('./reading.server.ts', import.meta.url).href,
  behaviors,
  permissions,
  roles,
  translations: createTranslations({ module: import.meta.url, resources, permissions }),
  forbiddenText,
  terms: termsOfRules,
  seed,
  demo,
  demoAccounts,
  // Alone in a new console they can let nobody else send, and nobody else let them.
  firstAdministrator: { is_sender: true },
  routes(api, backend) {
    dashboardRoutes(api, backend)
    partnerRoutes(api, backend)
  },
})
