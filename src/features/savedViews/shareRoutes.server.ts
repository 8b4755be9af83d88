import { sql } from 'kysely'
import { z } from 'zod'

import type { Resource } from '#schema'
import {
  invalid,
  type Backend,
  forbidden,
  idPath,
  notFound,
  readBack,
  transact,
  type Api,
  type Scope,
} from '#server'
import { byId, dataOf, doneWith, recordOf } from '#contract'

import type { SavedView } from './savedViews.ts'
import { msg } from '../../texts/serverMsg.ts'

const withAll = z.object({ visibility: z.enum(['private', 'all'], msg('choose_one_of_the_list')) })
const withRole = z.object({ visibility: z.literal('role'), role: z.int(msg('choose_a_role')) })

const audience = z.discriminatedUnion(
  'visibility',
  [withAll, withRole],
  msg('choose_one_of_the_list'),
)

type Audience = z.output<typeof audience>

/** With whom a view is shared. Its owner may take it back whenever they like; to share takes a permission. */
export function shareRoutes(app: Api, backend: Backend): void {
  const views = backend.resource('saved_views')
  const tags = [views.label]
  app.post(
    `/profile/view/${idPath}/share`,
    { schema: sharing(views), config: { access: 'signed-in' } },
    async (request) => {
      const { id } = request.params
      return transact(backend, request, async (scope) => {
        await share(id, request.body, scope)
        const data = await readBack(views, id, scope)
        return { message: msg('saved_view_successfully_updated'), data }
      })
    },
  )
  // Not the option list of roles, which tells their permissions too and is for those who manage users.
  app.get(
    '/profile/view/roles',
    { schema: { tags, ...rolesToShareWith }, config: { access: { permission: 'views.share' } } },
    async () => {
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from roles order by name`.execute(backend.database.sql)
      return { data: rows }
    },
  )
}

async function share(
  id: number,
  wanted: Audience,
  { user, author, sql: database, unitOfWork }: Scope,
): Promise<void> {
  const { rows } = await sql<SavedView>`
    select * from saved_views where id = ${id} and "user" = ${user.id} for update`.execute(database)
  const [view] = rows
  if (!view) throw notFound()
  const { visibility } = wanted
  const role = visibility === 'role' ? wanted.role : null
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
    after: { visibility, role },
  })
}

async function refuseUnknownRole(role: number | null, database: Scope['sql']): Promise<void> {
  if (role === null) return
  const { rows } = await sql`select from roles where id = ${role}`.execute(database)
  if (rows.length === 0) throw invalid({ role: [msg('not_found_choose_one_from_the_list')] })
}

const sharing = (views: Resource) => ({
  tags: [views.label],
  summary: 'Share a view of yours, or take it back',
  params: byId,
  body: audience,
  response: { 200: doneWith(recordOf(views)) },
})

const rolesToShareWith = {
  summary: 'Roles to share with',
  response: { 200: dataOf(z.array(z.object({ id: z.int(), name: z.string() }))) },
}
