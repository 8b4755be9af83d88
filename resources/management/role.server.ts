import { sql } from 'kysely'

import {
  accessChanged,
  grantable,
  keepOneAdministrator,
  tellAuditors,
  type Behavior,
  type Sql,
} from '#server'

import { refuseWhileUsed } from '../usage.server.ts'
import { role } from './role.ts'
import { roleRoutes } from './roleRoutes.server.ts'

/** Nobody gives or takes a permission they do not hold themselves (product.md 11.17). */
export const roleBehavior: Behavior<typeof role> = {
  async beforeCreate(input, { sql: database, user }) {
    grantable(user, await namesOf(input.permissions ?? [], database))
    return input
  },

  async afterCreate(record, context) {
    await accessChanged(context.sql)
    await tellAuditors(context, 'role_created', about(record))
  },

  async beforeUpdate(changes, record, { sql: database, user }) {
    const { permissions } = changes
    if (!permissions) return changes
    const moved = [
      ...permissions.filter((one) => !record.permissions.includes(one)),
      ...record.permissions.filter((one) => !permissions.includes(one)),
    ]
    grantable(user, await namesOf(moved, database))
    return changes
  },

  async afterUpdate(record, previous, context) {
    const { sql: database } = context
    const isLess = previous.permissions.some((one) => !record.permissions.includes(one))
    if (isLess) await keepOneAdministrator(database)
    await accessChanged(database)
    await tellAuditors(context, 'role_changed', about(record))
  },

  async beforeDelete({ id }, context) {
    const { sql: database, user, records } = context
    await refuseWhileUsed(database, 'role', id, { table: 'users_roles', column: 'target_id' })
    const { permissions, name } = await records(role).get(id)
    grantable(user, await namesOf(permissions, database))
    await accessChanged(database)
    await tellAuditors(context, 'role_deleted', about({ id, name }))
  },

  routes: roleRoutes,
}

const about = ({ id, name }: { id: number; name: string }) => ({ resource: role.name, id, name })

async function namesOf(ids: readonly number[], database: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from permissions where id = any(${[...ids]}::bigint[])`.execute(database)
  return rows.map(({ name }) => name)
}
