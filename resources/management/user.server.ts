import { zoneNamed } from '#schema'
import {
  accessChanged,
  checkNewPassword,
  checkRank,
  checkRestrictions,
  conflict,
  forbidden,
  grantableRoles,
  invalid,
  keepHolders,
  permissionsOfRoles,
  revokeSessions,
  tellAuditors,
  type Behavior,
} from '#server'

import { user, type UserRecord } from './user.ts'

/** Nobody gives more than they hold, shuts themselves out, or leaves the console without an administrator (product.md 11.17). */
export const userBehavior: Behavior<typeof user> = {
  prepare(values, previous) {
    if (values.roles?.length === 0 || (!previous && !values.roles)) {
      throw invalid({ roles: ['Choose at least one role'] })
    }
    if (values.timezone && !zoneNamed(values.timezone)) {
      throw invalid({ timezone: ['Enter a time zone like Europe/Berlin'] })
    }
    checkPassword(values, previous)
    return values
  },

  async beforeCreate(input, context) {
    const roles = input.roles ?? []
    await grantableRoles(context, roles)
    await checkRestrictions(context, undefined, await permissionsOfRoles(context.sql, roles))
    return input
  },

  async afterCreate(record, context) {
    await accessChanged(context.sql)
    await tellAuditors(context, 'user_roles_changed', { ...record, resource: user.name })
  },

  async beforeUpdate(changes, record, context) {
    const { sql, user: editor } = context
    if (record.id === editor.id) checkOwn(changes)
    await checkRank(context, record.id)
    const { roles } = changes
    if (!roles) return changes
    await grantableRoles(
      context,
      roles.filter((role) => !record.roles.includes(role)),
    )
    const before = await permissionsOfRoles(sql, record.roles)
    await checkRestrictions(context, before, await permissionsOfRoles(sql, roles))
    return changes
  },

  async afterUpdate(record, previous, context) {
    const { sql } = context
    const isSomeoneElse = record.email !== previous.email || record.password !== previous.password
    if (!record.is_active || isSomeoneElse) {
      await revokeSessions(sql, record.id)
    }
    const roles = lostRoles(record, previous)
    if (roles.length > 0) await keepHolders(sql, { roles })
    await accessChanged(sql)
    if (String(record.roles) !== String(previous.roles)) {
      await tellAuditors(context, 'user_roles_changed', { ...record, resource: user.name })
    }
  },

  async beforeDelete({ id, is_active, roles }, context) {
    const { sql, user: editor } = context
    if (id === editor.id) throw conflict('You cannot delete yourself.')
    await checkRank(context, id)
    if (is_active) await keepHolders(sql, { roles, without: id })
    await revokeSessions(sql, id)
  },

  async beforeRestore({ id, roles }, context) {
    await checkRank(context, id)
    await grantableRoles(context, roles)
    await accessChanged(context.sql)
  },
}

/** What would let people do more, or be shut out, is for somebody else to change. */
function checkOwn(changes: Partial<UserRecord>): void {
  if ('roles' in changes) throw forbidden('Ask another administrator to change your roles.')
  if ('is_sender' in changes) {
    throw forbidden('Ask another administrator to change whether you may send.')
  }
  if (changes.is_active === false) {
    throw invalid({ is_active: ['You cannot deactivate yourself'] })
  }
}

function checkPassword(values: Partial<UserRecord>, previous: UserRecord | undefined): void {
  if (!values.password) return
  const { name = '', email = '' } = { ...previous, ...values }
  const problem = checkNewPassword(values.password, [name, email])
  if (problem) throw invalid({ password: [problem] })
}

function lostRoles(record: UserRecord, previous: UserRecord): readonly number[] {
  if (!previous.is_active) return []
  return record.is_active
    ? previous.roles.filter((role) => !record.roles.includes(role))
    : previous.roles
}
