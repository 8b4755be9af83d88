import { sql } from 'kysely'
import { z } from 'zod'

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
  changeRecord,
  getRecord,
  idPath,
  transact,
  type Api,
  type Backend,
} from '#server'
import { byId, dataOf, documented, doneWith } from '#contract'

import { role } from './role.ts'
import { msg } from '../../texts/serverMsg.ts'

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

/** The permission matrix of one role: every permission with its place, and whether the role has it. */
function roleRoutes(app: Api, backend: Backend): void {
  app.get(
    `/management/role/${idPath}/permissions`,
    {
      schema: readContract,
      config: { access: { permission: 'management.role_has_permissions.view' } },
    },
    async ({ params, user }) => {
      const { id } = await getRecord(backend, role, user, params.id)
      return { data: await matrix(Number(id), backend.database.sql) }
    },
  )
  app.put(
    `/management/role/${idPath}/permissions`,
    {
      schema: changeContract,
      config: { access: { permission: 'management.role_has_permissions.update' } },
    },
    async (request) =>
      transact(backend, request, async (scope) => {
        const { id } = request.params
        await changeRecord(role, id, await withPlanned(id, request.body, scope.sql), scope)
        return { message: msg('role_successfully_updated'), data: await matrix(id, scope.sql) }
      }),
  )
}

/** The matrix does not show what guards nothing yet: a matrix that is sent back takes none of that away. */
async function withPlanned(id: number, body: unknown, database: Sql): Promise<unknown> {
  const { permissions, ...rest } = (body ?? {}) as { permissions?: unknown }
  if (!Array.isArray(permissions)) return body
  const { rows } = await sql<{ id: number }>`
    select p.id from roles_permissions rp join permissions p on p.id = rp.target_id
    where rp.record_id = ${id} and not p.is_active`.execute(database)
  const planned = rows.map((row) => row.id).filter((one) => !permissions.includes(one))
  return { ...rest, permissions: [...permissions, ...planned] }
}

async function matrix(id: number, database: Sql) {
  const { rows } = await sql<z.output<typeof places>[number]>`
    select p.id, p.name, p."group", p.description,
      exists (
        select from roles_permissions rp where rp.record_id = ${id} and rp.target_id = p.id
      ) as granted
    from permissions p where p.is_active order by p.id`.execute(database)
  return rows
}

const places = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    group: z.string().nullable(),
    description: z.string().nullable(),
    granted: z.boolean(),
  }),
)

const tags = [role.label]

const readContract = {
  tags,
  summary: 'Every permission, and whether the role has it',
  params: byId,
  response: { 200: dataOf(places) },
}

const changeContract = {
  tags,
  summary: 'Change the permissions of a role',
  params: byId,
  body: documented({
    type: 'object',
    properties: {
      permissions: { type: 'array', items: { type: 'integer' } },
      version: { type: 'integer' },
    },
    required: ['permissions'],
  }),
  response: { 200: doneWith(places) },
}
