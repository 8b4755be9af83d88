import type { Resource } from '#schema'

import { auditEntryOf } from './audit/auditEntry.ts'
import { importRecordOf } from './import/import.ts'
import { jobOf } from './job/job.ts'
import { locale } from './locale/locale.ts'
import { localization } from './locale/localization.ts'
import { notification } from './notification/notification.ts'
import { permission } from './permission/permission.ts'
import { role } from './role/role.ts'
import { schedule } from './schedule/schedule.ts'
import { session } from './session/session.ts'
import { user } from './user/user.ts'

const first = [user, role, permission] as const
const others = [schedule, locale, localization] as const

/**
 * Returns the resources of the system in the order of the sidebar, without those that the business lists itself, as it has
 * extended them.
 * ```ts
 * const own = [visit, animal, user] as const
 *
 * export const resources = defineResources([...own, ...systemResources(own)])
 * ```
 */
export function systemResources<const Own extends readonly Resource[]>(business: Own) {
  const own = new Set(business.map(({ name }) => name))
  const made = [jobOf(business), session, importRecordOf(business), notification] as const
  const system = [...first, ...others, ...made] as const
  const rest = system.filter(({ name }) => !own.has(name))
  const places = [...first, auditEntryOf([...business, ...rest]), ...system.slice(first.length)]
  return places.filter(({ name }) => !own.has(name)) as unknown as Without<
    readonly [
      ...typeof first,
      ReturnType<typeof auditEntryOf>,
      ...typeof others,
      ReturnType<typeof jobOf>,
      typeof session,
      ReturnType<typeof importRecordOf>,
      typeof notification,
    ],
    Own[number]['name']
  >
}

/** A list without the resources of these names. */
type Without<List extends readonly Resource[], Name extends string> = string extends Name
  ? List
  : List extends readonly [infer One extends Resource, ...infer Rest extends readonly Resource[]]
    ? One['name'] extends Name
      ? Without<Rest, Name>
      : readonly [One, ...Without<Rest, Name>]
    : readonly []
