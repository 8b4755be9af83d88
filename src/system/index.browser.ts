import { importViews } from './import/import.browser.tsx'
import { localizationViews } from './locale/localization.browser.tsx'
import { roleViews } from './role/role.browser.tsx'
import { scheduleViews } from './schedule/schedule.browser.tsx'
import { userViews } from './user/user.browser.ts'

/** What the browser shows of the resources of the system beyond what their declarations say. */
export const systemViews = {
  users: userViews,
  roles: roleViews,
  imports: importViews,
  localizations: localizationViews,
  schedules: scheduleViews,
}

export { useFixedOnes } from './user/user.browser.ts'
