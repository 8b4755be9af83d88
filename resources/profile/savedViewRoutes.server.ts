import { sql } from 'kysely'
import { z } from 'zod'

import { byId, dataOf, documented, doneWith, recordOf } from '#contract'
import { fieldOf, kindOf } from '#schema'
import {
  forbidden,
  idPath,
  invalid,
  notFound,
  readBack,
  transact,
  type Api,
  type Backend,
  type Scope,
} from '#server'

import { savedView } from '../index.ts'
import type { SavedView } from './savedView.ts'
import { msg } from '../msg.ts'

type Audience = Pick<SavedView, 'visibility' | 'role'>

/** With whom a view is shared. Its owner may take it back whenever they like; to share takes a permission. */
export function shareRoutes(app: Api, backend: Backend): void {
  app.post(
    `/profile/view/${idPath}/share`,
    { schema: sharing, config: { access: 'signed-in' } },
    async (request) => {
      const { id } = request.params
      return transact(backend, request, async (scope) => {
        await share(id, audienceOf(request.body), scope)
        const data = await readBack(savedView, id, scope)
        return { message: msg('saved_view_successfully_updated'), data }
      })
    },
  )
  // Not the option list of roles, which tells their permissions too and is for those who manage users.
  app.get(
    '/profile/view/roles',
    { schema: rolesToShareWith, config: { access: { permission: 'views.share' } } },
    async () => {
      const { rows } = await sql<{
        id: number
        name: string
      }>`select id, name from roles order by name`.execute(backend.database.sql)
      return { data: rows }
    },
  )
}

function audienceOf(body: unknown): Audience {
  const { visibility, role = null } = Object(body)
  const field = fieldOf(savedView, 'visibility')
  const isKnown = field && kindOf(field).schema(field).safeParse(visibility).success
  if (!isKnown) throw invalid({ visibility: [msg('choose_one_of_the_list')] })
  if (visibility !== 'role') return { visibility, role: null }
  if (!Number.isSafeInteger(role)) throw invalid({ role: [msg('choose_a_role')] })
  return { visibility, role }
}

async function share(
  id: number,
  audience: Audience,
  { user, author, sql: database, unitOfWork }: Scope,
): Promise<void> {
  const { rows } = await sql<SavedView>`
    select * from saved_views where id = ${id} and "user" = ${user.id} for update`.execute(database)
  const [view] = rows
  if (!view) throw notFound()
  const { visibility, role } = audience
  if (visibility !== 'private' && !user.permissions.has('views.share')) throw forbidden()
  await refuseUnknownRole(role, database)
  await sql`
    update saved_views
    set visibility = ${visibility}, role = ${role}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(database)
  unitOfWork.audit({
    ...author,
    action: 'update',
    resource: 'saved_views',
    record_id: id,
    version: view.version + 1,
    before: { visibility: view.visibility, role: view.role },
    after: audience,
  })
}

async function refuseUnknownRole(role: number | null, database: Scope['sql']): Promise<void> {
  if (role === null) return
  const { rows } = await sql`select from roles where id = ${role}`.execute(database)
  if (rows.length === 0) throw invalid({ role: [msg('not_found_choose_one_from_the_list')] })
}

const tags = [savedView.label]

const sharing = {
  tags,
  summary: 'Share a view of yours, or take it back',
  params: byId,
  body: documented({
    type: 'object',
    properties: {
      visibility: { enum: ['private', 'role', 'all'] },
      role: { type: 'integer', description: 'With whom, for `role`' },
    },
    required: ['visibility'],
  }),
  response: { 200: doneWith(recordOf(savedView)) },
}

const rolesToShareWith = {
  tags,
  summary: 'Roles to share with',
  response: { 200: dataOf(z.array(z.object({ id: z.int(), name: z.string() }))) },
}
