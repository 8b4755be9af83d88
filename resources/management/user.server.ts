import { zoneNamed } from '#schema'
import {
  accessChanged,
  checkNewPassword,
  checkRank,
  conflict,
  grantableRoles,
  invalid,
  keepOneAdministrator,
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

  async beforeCreate(input, { sql, user: creator }) {
    await grantableRoles(sql, creator, input.roles ?? [])
    return input
  },

  async afterCreate(record, context) {
    await accessChanged(context.sql)
    await tellAuditors(context, 'user_roles_changed', { ...record, resource: user.name })
  },

  async beforeUpdate(changes, record, { sql, user: editor }) {
    await checkRank(sql, editor, record.id)
    if (changes.is_active === false && record.id === editor.id) {
      throw invalid({ is_active: ['You cannot deactivate yourself'] })
    }
    const added = changes.roles?.filter((role) => !record.roles.includes(role)) ?? []
    await grantableRoles(sql, editor, added)
    return changes
  },

  async afterUpdate(record, previous, context) {
    const { sql } = context
    const isSomeoneElse = record.email !== previous.email || record.password !== previous.password
    if (!record.is_active || isSomeoneElse) {
      await revokeSessions(sql, record.id)
    }
    if (mayDoLess(record, previous)) await keepOneAdministrator(sql)
    await accessChanged(sql)
    if (String(record.roles) !== String(previous.roles)) {
      await tellAuditors(context, 'user_roles_changed', { ...record, resource: user.name })
    }
  },

  async beforeDelete({ id }, { sql, user: editor }) {
    if (id === editor.id) throw conflict('You cannot delete yourself.')
    await checkRank(sql, editor, id)
    await keepOneAdministrator(sql, { without: id })
    await revokeSessions(sql, id)
  },

  async beforeRestore({ id, roles }, { sql, user: editor }) {
    await checkRank(sql, editor, id)
    await grantableRoles(sql, editor, roles)
    await accessChanged(sql)
  },
}

function checkPassword(values: Partial<UserRecord>, previous: UserRecord | undefined): void {
  if (!values.password) return
  const { name = '', email = '' } = { ...previous, ...values }
  const problem = checkNewPassword(values.password, [name, email])
  if (problem) throw invalid({ password: [problem] })
}

function mayDoLess(record: UserRecord, previous: UserRecord): boolean {
  const isOff = previous.is_active && !record.is_active
  return isOff || previous.roles.some((role) => !record.roles.includes(role))
}
