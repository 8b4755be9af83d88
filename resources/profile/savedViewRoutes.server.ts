import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'

import { fieldOf, kindOf } from '#schema'
import {
  dataOf,
  doneWith,
  forbidden,
  idPath,
  invalid,
  notFound,
  readBack,
  recordOf,
  transact,
  type Backend,
  type Scope,
} from '#server'

import { savedView } from '../index.ts'
import type { SavedView } from './savedView.ts'

interface ById {
  Params: { id: string }
}

type Audience = Pick<SavedView, 'visibility' | 'role'>

/** With whom a view is shared. Its owner may take it back whenever they like; to share takes a permission. */
export function shareRoutes(app: FastifyInstance, backend: Backend): void {
  app.post<ById>(
    `/profile/view/${idPath}/share`,
    { config: { access: 'signed-in', about: aboutSharing } },
    async (request) => {
      const id = Number(request.params.id)
      return transact(backend, request, async (scope) => {
        await share(id, audienceOf(request.body), scope)
        const data = await readBack(savedView, id, scope)
        return { message: 'Saved view successfully updated', data }
      })
    },
  )
  // Not the option list of roles, which tells their permissions too and is for those who manage users.
  app.get(
    '/profile/view/roles',
    { config: { access: { permission: 'views.share' }, about: aboutRoles } },
    async () => {
      const { rows } = await sql`select id, name from roles order by name`.execute(
        backend.database.sql,
      )
      return { data: rows }
    },
  )
}

function audienceOf(body: unknown): Audience {
  const { visibility, role = null } = Object(body)
  const field = fieldOf(savedView, 'visibility')
  const isKnown = field && kindOf(field).schema(field).safeParse(visibility).success
  if (!isKnown) throw invalid({ visibility: ['Choose one of the list'] })
  if (visibility !== 'role') return { visibility, role: null }
  if (!Number.isSafeInteger(role)) throw invalid({ role: ['Choose a role'] })
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
  if (rows.length === 0) throw invalid({ role: ['Not found. Choose one from the list'] })
}

const group = savedView.label

const aboutSharing = {
  group,
  summary: 'Share a view of yours, or take it back',
  body: z.object({
    visibility: z.enum(['private', 'role', 'all']),
    role: z.int().optional().describe('With whom, for `role`'),
  }),
  answers: { 200: doneWith(recordOf(savedView)) },
}

const aboutRoles = {
  group,
  summary: 'Roles to share with',
  answers: { 200: dataOf(z.array(z.object({ id: z.int(), name: z.string() }))) },
}
