import { savedViewsOf } from '#features'
import { defineResources } from '#schema'
import { auditEntryOf, importRecord, job, notification, permission, role, schedule } from '#system'

import { broker } from './brokers/broker.ts'
import { brokerDepartment } from './brokers/brokerDepartment.ts'
import { lead } from './leads/lead/lead.ts'
import { user } from './management/user.ts'
import { affiliateCompany } from './settings/affiliateCompany.ts'
import { country } from './settings/country.ts'
import { language } from './settings/language.ts'
import { locale, localization } from './settings/locale.ts'
import { request } from './settings/request.ts'
import { source } from './settings/source.ts'
import { sourceRandomStatus } from './settings/sourceRandomStatus.ts'
import { status } from './settings/status.ts'
import { tag } from './settings/tag.ts'

const business = [lead, broker, brokerDepartment] as const
const management = [user, role, permission] as const
const others = [
  schedule,
  locale,
  localization,
  status,
  country,
  language,
  tag,
  source,
  sourceRandomStatus,
  affiliateCompany,
  request,
  job,
  importRecord,
  notification,
] as const

const lists = [...business, ...management, ...others]
const auditEntry = auditEntryOf([...lists, { name: 'saved_views', label: 'Saved views' }])

/** Every resource of the console, in the order of the sidebar (specification 2). */
export const resources = defineResources([
  ...business,
  ...management,
  auditEntry,
  ...others,
  savedViewsOf([...lists, auditEntry]),
])
