import { sql } from 'kysely'
import { z } from 'zod'

import { type Resource, type User, fieldOf, kindOf } from '#schema'
import {
  conflict,
  invalid,
  type Backend,
  type Behavior,
  type Context,
  forbidden,
  idPath,
  notFound,
  readBack,
  transact,
  type Api,
  type Scope,
} from '#server'
import type { role } from '#system'
import { byId, dataOf, documented, doneWith, recordOf } from '#contract'

import type { SavedView, savedViewsOf } from './savedViews.ts'
import { settingsFault, settingsFor, type ViewSettings } from './viewSettings.server.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Everybody keeps views of the lists they may see. */
export const savedViewBehavior: Behavior<ReturnType<typeof savedViewsOf>> = {
  async beforeCreate(input, context) {
    const values = { ...input, user: context.user.id }
    refuseWrong(values, context)
    await refuseSameName(values, context)
    await refuseTooMany(context)
    return values
  },

  async beforeUpdate(changes, record, context) {
    const values = { ...record, ...changes }
    if (values.resource !== record.resource) {
      throw invalid({ resource: ['A view stays with its list'] })
    }
    refuseWrong(values, context)
    await refuseSameName(values, context)
    return changes
  },

  /** A view made by somebody with more permissions tells nobody what they themselves may not ask for. */
  present(record, user, backend) {
    const list = listOf(backend, user, record.resource)
    if (!list) return { ...record, settings: {} }
    const stored = record.settings as ViewSettings
    const settings = settingsFor(list, user, stored, { isOwn: record.user === user.id })
    return { ...record, settings }
  },

  routes: shareRoutes,
}

/** A list that the user may see, by the name of its resource. */
function listOf({ business }: Backend, user: User, name: string): Resource | undefined {
  return business.resources.find(
    (one) =>
      one.name === name && one.operations.includes('list') && one.access.list(user) !== false,
  )
}

function refuseWrong(
  { resource = '', settings }: Partial<SavedView>,
  { backend, user }: Context,
): void {
  const list = listOf(backend, user, resource)
  if (!list) throw invalid({ resource: [msg('there_is_no_such_list')] })
  const fault = settingsFault(list, user, settings)
  if (fault) throw invalid({ settings: [fault] })
}

/** Views that one person may keep. */
const viewsLimit = 200

/** Asked after the names, whose lock lets a person make one view at a time. */
async function refuseTooMany({ user, sql: database }: Context): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_views where "user" = ${user.id}`.execute(database)
  if ((rows[0]?.count ?? 0) >= viewsLimit) {
    throw conflict(msg('you_keep_as_many_views_as_there'))
  }
}

async function refuseSameName(
  { id = 0, name = '', resource = '', user = 0 }: Partial<SavedView>,
  { sql: database }: Context,
): Promise<void> {
  const lock = `names of the views of ${user}`
  await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(database)
  const { rows } = await sql`
    select from saved_views
    where "user" = ${user} and resource = ${resource} and lower(name) = lower(${name})
      and id <> ${id}
    limit 1`.execute(database)
  if (rows.length > 0) throw invalid({ name: [msg('this_value_is_already_taken')] })
}

/** Returns the behavior of roles where views that were shared with a deleted one are their makers' own again. */
export const unsharingViews = (behavior: Behavior<typeof role>): Behavior<typeof role> => ({
  ...behavior,
  async beforeDelete(record, context) {
    await behavior.beforeDelete?.(record, context)
    const views = context.records(context.backend.resource('saved_views'))
    for (const { id } of await views.find({ role: record.id })) {
      await views.update(id, { visibility: 'private', role: null })
    }
  },
})

type Audience = Pick<SavedView, 'visibility' | 'role'>

/** With whom a view is shared. Its owner may take it back whenever they like; to share takes a permission. */
function shareRoutes(app: Api, backend: Backend): void {
  const views = backend.resource('saved_views')
  const tags = [views.label]
  app.post(
    `/profile/view/${idPath}/share`,
    { schema: sharing(views), config: { access: 'signed-in' } },
    async (request) => {
      const { id } = request.params
      return transact(backend, request, async (scope) => {
        await share(id, audienceOf(views, request.body), scope)
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

function audienceOf(views: Resource, body: unknown): Audience {
  const { visibility, role = null } = Object(body)
  const field = fieldOf(views, 'visibility')
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

const sharing = (views: Resource) => ({
  tags: [views.label],
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
  response: { 200: doneWith(recordOf(views)) },
})

const rolesToShareWith = {
  summary: 'Roles to share with',
  response: { 200: dataOf(z.array(z.object({ id: z.int(), name: z.string() }))) },
}
