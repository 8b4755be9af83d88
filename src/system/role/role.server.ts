import { sql } from 'kysely'

import {
  accessChanged,
  checkRestrictions,
  checkRoleRank,
  conflict,
  grantable,
  invalid,
  keepHolders,
  tellAuditors,
  type Behavior,
  type Sql,
} from '#server'

import { role } from './role.ts'
import { msg } from '../../texts/serverMsg.ts'
import { roleRoutes } from './matrixRoutes.server.ts'

/** Users give and take only permissions that they hold. */
export const roleBehavior: Behavior<typeof role> = {
  derived: {
    permission_count: `(
      select count(*)::integer from roles_permissions rp join permissions p on p.id = rp.target_id
      where rp.record_id = d.id and p.is_active
    )`,
    user_count: `(
      select count(*)::integer from users_roles ur join users u on u.id = ur.record_id
      where ur.target_id = d.id and u.deleted_at is null
    )`,
  },

  async beforeCreate(input, context) {
    await grantable(context, await namesOf(input.permissions ?? [], context.sql))
    return input
  },

  async afterCreate(record, context) {
    await accessChanged(context.sql)
    await tellAuditors(context, 'role_created', about(record))
  },

  async beforeUpdate(changes, record, context) {
    await checkRoleRank(context, record.id)
    const { permissions } = changes
    if (!permissions) return changes
    const added = permissions.filter((one) => !record.permissions.includes(one))
    const removed = record.permissions.filter((one) => !permissions.includes(one))
    if (record.is_full && removed.length > 0) throw invalid({ permissions: [alwaysFull] })
    await grantable(context, await namesOf([...added, ...removed], context.sql))
    const before = await namesOf(record.permissions, context.sql)
    await checkRestrictions(context, before, await namesOf(permissions, context.sql))
    return changes
  },

  async afterUpdate(record, previous, context) {
    const { sql: database } = context
    const removed = previous.permissions.filter((one) => !record.permissions.includes(one))
    if (removed.length > 0) {
      await keepHolders(database, { permissions: { role: record.id, ids: removed } })
    }
    await accessChanged(database)
    await tellAuditors(context, 'role_changed', about(record))
  },

  async beforeDelete({ id }, context) {
    const { sql: database, records } = context
    await checkRoleRank(context, id)
    const { name, is_full } = await records(role).get(id)
    if (is_full) await keepOneFullRole(database)
    await accessChanged(database)
    await tellAuditors(context, 'role_deleted', about({ id, name }))
  },

  async completeOptions(options, { database }) {
    const { rows } = await sql<{ id: number; names: string[] }>`
      select rp.record_id as id, array_agg(p.name order by p.name) as names
      from roles_permissions rp join permissions p on p.id = rp.target_id
      where rp.record_id = any(${options.map(({ id }) => id)}::bigint[])
      group by rp.record_id`.execute(database.sql)
    const names = new Map(rows.map((row) => [row.id, row.names]))
    return options.map((option) => ({ ...option, permissions: names.get(option.id) ?? [] }))
  },

  routes: roleRoutes,
}

const alwaysFull = msg('this_role_holds_every_permission_make_a')

async function keepOneFullRole(database: Sql): Promise<void> {
  const { rows } = await sql`select from roles where is_full for update`.execute(database)
  if (rows.length < 2) throw conflict(msg('a_role_that_holds_every_permission_must_remain'))
}

const about = ({ id, name }: { id: number; name: string }) => ({ resource: role.name, id, name })

async function namesOf(ids: readonly number[], database: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from permissions where id = any(${[...ids]}::bigint[])`.execute(database)
  return rows.map(({ name }) => name)
}
