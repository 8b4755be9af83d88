import { sql } from 'kysely'

import {
  accessChanged,
  checkRank,
  checkRestrictions,
  editRecord,
  grantableRoles,
  keepHolders,
  permissionsOfRoles,
  revokeSessions,
  tellAccountChanged,
  tellAuditors,
  type Behavior,
  type Context,
} from '#server'

import { user, type UserRecord } from './user.ts'
import {
  checkOwn,
  checkRoles,
  checkLocale,
  zoneOf,
  checkName,
  checkMustChange,
  checkPassword,
} from './userChecks.server.ts'

/** Users give only what they hold, do not shut themselves out, and leave the console an administrator. */
export const userBehavior = {
  prepare(values, previous) {
    checkPassword(values, previous)
    return values.timezone ? { ...values, timezone: zoneOf(values.timezone) } : values
  },

  async defaults({ sql: database, user: creator }) {
    const { rows } = await sql<{ code: string }>`
      select code from locales where is_default and is_active limit 1`.execute(database)
    return { locale: rows[0]?.code ?? 'en', timezone: creator.timezone ?? 'UTC' }
  },

  async beforeCreate(input, context) {
    const roles = input.roles ?? []
    await grantableRoles(context, roles)
    await checkRestrictions(context, undefined, await permissionsOfRoles(context.sql, roles))
    await checkName(context.sql, input.name)
    await checkLocale(context, input.locale)
    checkMustChange(input)
    return { ...input, must_change_password: true }
  },

  async afterCreate(record, context) {
    await accessChanged(context.sql)
    await tellAuditors(context, 'user_roles_changed', { ...record, resource: user.name })
  },

  async beforeUpdate(changes, record, context) {
    const { sql: database, user: editor } = context
    if (record.id === editor.id) checkOwn(changes)
    checkMustChange(changes)
    await checkRank(context, record.id)
    const { roles, name, is_active, password } = changes
    if (name || is_active) await checkName(database, name ?? record.name, record.id)
    await checkLocale(context, changes.locale)
    if (roles) await checkRoles(context, record, roles)
    return password ? { ...changes, must_change_password: true } : changes
  },

  async afterUpdate(record, previous, context) {
    const { sql: database } = context
    const isSomeoneElse = record.email !== previous.email || record.password !== previous.password
    if (!record.is_active || isSomeoneElse) {
      await revokeSessions(database, record.id)
    }
    if (record.password !== previous.password) {
      await tellAccountChanged(database, record.id, 'password_changed')
    }
    if (record.email !== previous.email)
      await tellAccountChanged(database, record.id, 'email_changed')
    const roles = lostRoles(record, previous)
    if (roles.length > 0) await keepHolders(database, { roles })
    await accessChanged(database)
    if (String(record.roles) !== String(previous.roles)) {
      await tellAuditors(context, 'user_roles_changed', { ...record, resource: user.name })
    }
  },

  async beforeDelete({ id, is_active, roles }, context) {
    const { sql: database } = context
    await checkRank(context, id)
    if (is_active) await keepHolders(database, { roles, without: id })
    await revokeSessions(database, id)
  },

  async beforeRestore({ id, name, is_active, roles }, context) {
    await checkRank(context, id)
    if (is_active) await checkName(context.sql, name, id)
    await grantableRoles(context, roles)
    await accessChanged(context.sql)
  },

  actions: {
    activate: ({ records }, context) => edit(records, { is_active: true }, context),
    deactivate: ({ records }, context) => edit(records, { is_active: false }, context),
    reset_password: ({ records, input: { password } }, context) =>
      edit(records, { password }, context),
    async end_sessions({ records: [one] }, context) {
      if (!one) return
      await checkRank(context, one.id)
      await revokeSessions(context.sql, one.id)
    },
  },
} satisfies Behavior<typeof user>

/** Users who are let in, shut out or given a password by an action are so by the rules of the form. */
async function edit(
  [record]: readonly UserRecord[],
  changes: Partial<UserRecord>,
  context: Context,
): Promise<void> {
  if (record) await editRecord(user, record, changes, context)
}

function lostRoles(record: UserRecord, previous: UserRecord): readonly number[] {
  if (!previous.is_active) return []
  return record.is_active
    ? previous.roles.filter((role) => !record.roles.includes(role))
    : previous.roles
}
