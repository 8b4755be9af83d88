import { sql } from 'kysely'

import { conflict, invalid, type Behavior, type Context } from '#server'

import type { Tag, tag } from './tag.ts'
import { msg } from '../msg.server.ts'

/** Users who may not share make tags of their own. Two tags of one owner have different names (product.md 11.16). */
export const tagBehavior: Behavior<typeof tag> = {
  derived: {
    // The least of an index is one entry of it, where `exists` may read the whole table for a tag that no lead has.
    in_use: `coalesce(
      (select min(lt.target_id) from leads_tags lt where lt.target_id >= d.id) = d.id, false
    )`,
  },

  async beforeCreate(input, context) {
    const { user } = context
    const mayShare = user.permissions.has('settings.tag.share')
    const values = mayShare ? input : { ...input, user_setting_id: user.id }
    await refuseSameName(values, context)
    return values
  },

  async beforeUpdate(changes, record, context) {
    await refuseSameName({ ...record, ...changes }, context)
    return changes
  },

  // Otherwise others would lose what they see on their leads.
  beforeMerge(from, { user_setting_id: owner }) {
    if (owner !== null && owner !== from.user_setting_id) {
      throw conflict(msg('only_into_a_tag_that_all_share_or'))
    }
  },
}

async function refuseSameName(values: Partial<Tag>, { sql: database }: Context): Promise<void> {
  const { id = 0, name = '', user_setting_id = null } = values
  await sql`select pg_advisory_xact_lock(hashtext('names of tags'))`.execute(database)
  const { rows } = await sql`
    select from tags
    where lower(name) = lower(${name}) and user_setting_id is not distinct from ${user_setting_id}
      and id <> ${id}
    limit 1`.execute(database)
  if (rows.length > 0) throw invalid({ name: [msg('this_value_is_already_taken')] })
}
