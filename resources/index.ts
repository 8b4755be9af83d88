import { savedViewsOf } from '#features'
import { defineResources } from '#schema'
import {
  auditEntryOf,
  importRecordOf,
  jobOf,
  notification,
  permission,
  role,
  schedule,
  session,
} from '#system'

import { broker } from './brokers/broker.ts'
import { brokerDepartment } from './brokers/department/brokerDepartment.ts'
import { departmentCap } from './brokers/department/departmentCap.ts'
import { departmentChange } from './brokers/histories/departmentChange.ts'
import { blackList } from './leads/blackList/blackList.ts'
import { leadComment } from './leads/comment/leadComment.ts'
import { failedLead } from './leads/failedLead/failedLead.ts'
import { leadChange } from './leads/history/leadChange.ts'
import { lead } from './leads/lead/lead.ts'
import { retention } from './leads/retention/retention.ts'
import { statusMap } from './leads/statusSetting/statusMap.ts'
import { statusSetting } from './leads/statusSetting/statusSetting.ts'
import { user } from './management/user.ts'
import { capCounter } from './sending/engine/caps/capCounter.ts'
import { sendPace } from './sending/engine/sendPace.ts'
import { sendWake } from './sending/engine/sendWake.ts'
import { integration } from './sending/integration/integration.ts'
import { integrationLogin } from './sending/integration/request/integrationLogin.ts'
import { integrationSecret } from './sending/integration/integrationSecret.ts'
import { integrationVersion } from './sending/integration/versions/integrationVersion.ts'
import { send } from './sending/send/send.ts'
import { sendAttempt } from './sending/send/sendAttempt.ts'
import { sendDay } from './sending/statistics/sendDay.ts'
import { affiliateCompany } from './settings/affiliateCompany.ts'
import { country } from './settings/country.ts'
import { language } from './settings/language.ts'
import { keptPostback } from './sending/sync/postbacks/keptPostback.ts'
import { locale, localization } from './settings/locale.ts'
import { request } from './settings/request.ts'
import { source } from './settings/source/source.ts'
import { sourceRandomStatus, sourceRandomStatusRow } from './settings/source/sourceRandomStatus.ts'
import { status } from './settings/status.ts'
import { tag } from './settings/tag.ts'

const business = [
  lead,
  leadComment,
  send,
  sendAttempt,
  sendDay,
  leadChange,
  failedLead,
  blackList,
  statusSetting,
  statusMap,
  broker,
  brokerDepartment,
  departmentCap,
  departmentChange,
  capCounter,
  sendPace,
  sendWake,
  keptPostback,
  integration,
  integrationSecret,
  integrationLogin,
  integrationVersion,
] as const
const management = [user, role, permission] as const
const others = [
  locale,
  localization,
  status,
  country,
  language,
  tag,
  source,
  sourceRandomStatus,
  sourceRandomStatusRow,
  affiliateCompany,
  request,
  retention,
  schedule,
] as const
const declared = [...business, ...management, ...others]
const own = [jobOf(declared), session, importRecordOf(declared), notification] as const

const lists = [...declared, ...own]
const auditEntry = auditEntryOf([...lists, { name: 'saved_views', label: 'Saved views' }])

/** Every resource of the console, in the order of the sidebar (specification 2). */
export const resources = defineResources([
  ...business,
  ...management,
  auditEntry,
  ...others,
  ...own,
  savedViewsOf([...lists, auditEntry]),
])
