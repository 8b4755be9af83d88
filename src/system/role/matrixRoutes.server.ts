import { sql } from 'kysely'
import { z } from 'zod'

import {
  type Sql,
  changeRecord,
  getRecord,
  idPath,
  transact,
  type Api,
  type Backend,
} from '#server'
import { byId, dataOf, doneWith } from '#contract'

import { role } from './role.ts'
import { msg } from '../../texts/serverMsg.ts'

/** The permission matrix of one role: every permission with its place, and whether the role has it. */
export function roleRoutes(app: Api, backend: Backend): void {
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
async function withPlanned(
  id: number,
  { permissions, version }: z.output<typeof changed>,
  database: Sql,
): Promise<object> {
  const { rows } = await sql<{ id: number }>`
    select p.id from roles_permissions rp join permissions p on p.id = rp.target_id
    where rp.record_id = ${id} and not p.is_active`.execute(database)
  const planned = rows.map((row) => row.id).filter((one) => !permissions.includes(one))
  return { permissions: [...permissions, ...planned], version }
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

const changed = z.object({ permissions: z.array(z.int()), version: z.int().optional() })

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
  body: changed,
  response: { 200: doneWith(places) },
}
