import { auditEntryBehavior } from './audit/auditEntry.server.ts'
import { jobBehavior } from './job/job.server.ts'
import { localeBehavior } from './locale/locale.server.ts'
import { localizationBehavior } from './locale/localization.server.ts'
import { permissionBehavior } from './permission/permission.server.ts'
import { roleBehavior } from './role/role.server.ts'
import { scheduleBehavior } from './schedule/schedule.server.ts'
import { sessionBehavior } from './session/session.server.ts'
import { userBehavior } from './user/user.server.ts'

/** What the server does for the resources of the system. */
export const systemBehaviors = {
  users: userBehavior,
  roles: roleBehavior,
  permissions: permissionBehavior,
  audit_entries: auditEntryBehavior,
  locales: localeBehavior,
  localizations: localizationBehavior,
  jobs: jobBehavior,
  schedules: scheduleBehavior,
  user_sessions: sessionBehavior,
}
