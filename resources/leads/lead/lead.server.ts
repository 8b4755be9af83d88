import { sql as query } from 'kysely'

import { invalid, lockKeys, type Behavior, type Context } from '#server'

import { lead } from './lead.ts'
import { withDefaults, withSharedDefaults } from './leadDefaults.server.ts'
import { duplicates, refuseDuplicates } from './leadDuplicates.server.ts'
import { leadRoutes } from './leadRoutes.server.ts'
import { statusChange } from './leadStatus.server.ts'
import { prepareLead } from './prepareLead.server.ts'
import { msg } from '../../msg.server.ts'

export const leadBehavior: Behavior<typeof lead> = {
  prepare: prepareLead,

  beforeImport: withSharedDefaults,

  // Takes the locks of the lead's keys, under which nobody else can add one of its duplicates.
  beforeCreate: withDefaults,

  insertGuard: duplicates,

  async beforeUpdate(changes, record, context) {
    await lockKeys(lead, [changes], context.sql)
    await refuseDuplicates(changes, context, record.id)
    if (!('status' in changes)) return changes
    return { ...changes, ...(await statusChange(changes.status, record.status, context)) }
  },

  async beforeRestore(record, context) {
    await lockKeys(lead, [record], context.sql)
    await refuseDuplicates(record, context, record.id)
  },

  actions: {
    async status({ records: leads, input }, context) {
      for (const { id, status } of leads) {
        if (status === input.status) continue
        await context.records(lead).update(id, await statusChange(input.status, status, context))
      }
    },

    async tag({ records: leads, input }, context) {
      await checkTags([...input.add, ...input.remove], context)
      for (const { id, tags } of leads) {
        const kept = tags.filter((tag) => !input.remove.includes(tag))
        await context.records(lead).update(id, { tags: [...new Set([...kept, ...input.add])] })
      }
    },

    async availability({ records: leads, input }, { records }) {
      for (const { id } of leads) await records(lead).update(id, input)
    },
  },

  routes: leadRoutes,
}

async function checkTags(ids: readonly number[], { sql }: Context): Promise<void> {
  const wanted = [...new Set(ids)]
  const { rows } = await query`select from tags where id = any(${wanted}::bigint[])`.execute(sql)
  if (rows.length !== wanted.length)
    throw invalid({ add: [msg('not_found_choose_one_from_the_list')] })
}
