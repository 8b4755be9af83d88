import { type BusinessParts, type Screen, type ViewsByResource } from '#browser'
import { systemViews } from '#system/browser'

import { brokerViews, departmentViews } from './brokers/broker.browser.tsx'
import { departmentChangeViews } from './brokers/histories/departmentChange.browser.tsx'
import { dashboardScreen } from './dashboard/dashboard.browser.tsx'
import { home } from './home.ts'
import { resources } from './index.ts'
import { blackListViews } from './leads/blackList/blackList.browser.tsx'
import { failedLeadViews } from './leads/failedLead/failedLead.browser.ts'
import { leadChangeViews } from './leads/history/leadChange.browser.tsx'
import { leadViews } from './leads/lead/lead.browser.ts'
import { retentionViews } from './leads/retention/retention.browser.tsx'
import { statusMapViews, statusSettingViews } from './leads/statusSetting/statusSetting.browser.tsx'
import { integrationViews } from './sending/integration/integration.browser.tsx'
import { userViews } from './management/user.browser.ts'
import { optionLists } from './optionLists.ts'
import { sendViews } from './sending/send/send.browser.tsx'
import { requestViews } from './settings/request.browser.ts'
import { statisticsScreen } from './sending/statistics/statistics.browser.ts'

/** Custom screens, by resource: every view not named here is derived from the declaration. */
export const views: ViewsByResource<typeof resources> = {
  ...systemViews,
  leads: leadViews,
  failed_leads: failedLeadViews,
  black_list: blackListViews,
  brokers: brokerViews,
  broker_departments: departmentViews,
  department_changes: departmentChangeViews,
  users: userViews,
  lead_changes: leadChangeViews,
  sends: sendViews,
  lead_status_settings: statusSettingViews,
  status_maps: statusMapViews,
  send_integrations: integrationViews,
  requests: requestViews,
  retention_rules: retentionViews,
}

/** Screens that are no view of a resource. */
export const screens: readonly Screen[] = [dashboardScreen, statisticsScreen]

/** What the console shows of this business. */
export const business: BusinessParts = {
  resources,
  views,
  screens,
  home,
  folded: ['Settings'],
  optionLists,
  permissionTexts: async () => (await import('./permissions.ts')).permissions,
}
