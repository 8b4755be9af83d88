import { zoneNamed } from '#schema'
import {
  checkNewPassword,
  checkPersonName,
  checkRestrictions,
  forbidden,
  grantableRoles,
  invalid,
  isLanguage,
  permissionsOfRoles,
  type Context,
  type Sql,
} from '#server'

import type { UserRecord } from './user.ts'
import { msg } from '../../texts/serverMsg.ts'

/** What would let people do more, or be shut out, is for somebody else to change. */
export function checkOwn(changes: Partial<UserRecord>): void {
  if ('roles' in changes) throw forbidden(msg('ask_another_administrator_to_change_your_roles'))
  const changed = (['email', 'password'] as const).find((one) => one in changes)
  if (changed) throw invalid({ [changed]: [msg('change_it_in_your_profile_with_your')] })
  if (changes.is_active === false) {
    throw invalid({ is_active: [msg('you_cannot_deactivate_yourself')] })
  }
}

export async function checkRoles(
  context: Context,
  record: UserRecord,
  roles: readonly number[],
): Promise<void> {
  const added = roles.filter((role) => !record.roles.includes(role))
  await grantableRoles(context, added)
  const before = await permissionsOfRoles(context.sql, record.roles)
  await checkRestrictions(context, before, await permissionsOfRoles(context.sql, roles))
}

export async function checkLocale(
  { backend, sql: database }: Context,
  code: string | undefined,
): Promise<void> {
  if (code === undefined || (await isLanguage(backend.business, code, database))) return
  throw invalid({ locale: [msg('choose_a_language')] })
}

export function zoneOf(text: string): string {
  const zone = zoneNamed(text)
  if (!zone) throw invalid({ timezone: [msg('choose_a_time_zone')] })
  return zone
}

export async function checkName(database: Sql, name: string, userId?: number): Promise<void> {
  const problem = await checkPersonName(database, name, userId)
  if (problem) throw invalid({ name: [problem] })
}

/** A password that somebody else has set is known to two. */
export function checkMustChange({ must_change_password }: Partial<UserRecord>): void {
  if (must_change_password === false) {
    throw invalid({
      must_change_password: [msg('it_ends_when_the_user_has_chosen')],
    })
  }
}

export function checkPassword(values: Partial<UserRecord>, previous: UserRecord | undefined): void {
  if (!values.password) return
  const { name = '', email = '' } = { ...previous, ...values }
  const problem = checkNewPassword(values.password, [name, email])
  if (problem) throw invalid({ password: [problem] })
}
