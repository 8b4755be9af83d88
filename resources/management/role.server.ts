import { sql } from 'kysely'

import { accessChanged, grantable, keepOneAdministrator, type Behavior, type Sql } from '#server'

import { refuseWhileUsed } from '../usage.server.ts'
import { role } from './role.ts'
import { roleRoutes } from './roleRoutes.server.ts'

/** Nobody gives or takes a permission they do not hold themselves (product.md 11.17). */
export const roleBehavior: Behavior<typeof role> = {
  async beforeCreate(input, { sql: database, user }) {
    grantable(user, await namesOf(input.permissions ?? [], database))
    return input
  },

  afterCreate: (_record, { sql: database }) => accessChanged(database),

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

  async afterUpdate(record, previous, { sql: database }) {
    const isLess = previous.permissions.some((one) => !record.permissions.includes(one))
    if (isLess) await keepOneAdministrator(database)
    await accessChanged(database)
  },

  async beforeDelete({ id }, { sql: database, user, records }) {
    await refuseWhileUsed(database, 'role', id, { table: 'users_roles', column: 'target_id' })
    const { permissions } = await records(role).get(id)
    grantable(user, await namesOf(permissions, database))
    await accessChanged(database)
  },

  routes: roleRoutes,
}

async function namesOf(ids: readonly number[], database: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from permissions where id = any(${[...ids]}::bigint[])`.execute(database)
  return rows.map(({ name }) => name)
}
