import { sql as query } from 'kysely'

import { invalid, lockSomeKeys, type Behavior, type Context } from '#server'

import { lead, type Lead } from './lead.ts'
import { withDefaults, withSharedDefaults } from './leadDefaults.server.ts'
import { duplicates, keysOf, refuseDuplicates } from './leadDuplicates.server.ts'
import { leadRoutes } from './leadRoutes.server.ts'
import { statusChange } from './leadStatus.server.ts'
import { prepareLead } from './prepareLead.server.ts'

export const leadBehavior: Behavior<typeof lead> = {
  prepare: prepareLead,

  beforeImport: withSharedDefaults,

  // Takes the locks of the lead's keys, under which nobody else can add one of its duplicates.
  beforeCreate: withDefaults,

  others: duplicates,

  async beforeUpdate(changes, record, context) {
    await lockKeys(changes, context)
    await refuseDuplicates(changes, context, record.id)
    if (!('status' in changes)) return changes
    return { ...changes, ...(await statusChange(changes.status, record.status, context)) }
  },

  beforeRestore: (record, context) => refuseDuplicates(record, context, record.id),

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

async function lockKeys(changes: Partial<Lead>, { sql }: Context): Promise<void> {
  const keys = keysOf(changes)
  if (keys.length > 0) await lockSomeKeys(lead, keys, sql)
}

async function checkTags(ids: readonly number[], { sql }: Context): Promise<void> {
  const wanted = [...new Set(ids)]
  const { rows } = await query`select from tags where id = any(${wanted}::bigint[])`.execute(sql)
  if (rows.length !== wanted.length) throw invalid({ add: ['Not found. Choose one from the list'] })
}
