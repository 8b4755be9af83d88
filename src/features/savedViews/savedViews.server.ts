import { sql } from 'kysely'

import type { Resource, User } from '#schema'
import { conflict, invalid, type Backend, type Behavior, type Context } from '#server'
import type { role } from '#system'

import type { SavedView, savedViewsOf } from './savedViews.ts'
import { settingsFault, settingsFor, type ViewSettings } from './viewSettings.server.ts'
import { msg } from '../../texts/serverMsg.ts'
import { shareRoutes } from './shareRoutes.server.ts'

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
      throw invalid({ resource: [msg('a_view_stays_with_its_list')] })
    }
    refuseWrong(values, context)
    await refuseSameName(values, context)
    return changes
  },

  /** A view made by somebody with more permissions tells others nothing that they may not ask for themselves. */
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
