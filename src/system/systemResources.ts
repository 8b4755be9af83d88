import type { Resource } from '#schema'

import { auditEntryOf } from './audit/auditEntry.ts'
import { importRecordOf } from './import/import.ts'
import { job } from './job/job.ts'
import { locale } from './locale/locale.ts'
import { localization } from './locale/localization.ts'
import { notification } from './notification/notification.ts'
import { permission } from './permission/permission.ts'
import { role } from './role/role.ts'
import { schedule } from './schedule/schedule.ts'
import { session } from './session/session.ts'
import { user } from './user/user.ts'

const first = [schedule, locale, localization, job, session] as const

/** Returns every resource of the system as it is, for a business that changes none, in the order of the sidebar. */
export function systemResources(business: readonly Resource[]) {
  const others = [...first, importRecordOf(business), notification] as const
  return [
    user,
    role,
    permission,
    auditEntryOf([...business, user, role, permission, ...others]),
    ...others,
  ] as const
}
