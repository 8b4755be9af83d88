import { sql } from 'kysely'

import { conflict, invalid, type Behavior } from '#server'

import { onlyDefault } from './onlyDefault.server.ts'
import { status } from './status.ts'

/** One status is the default of new leads; it and those the console relies on cannot be deleted. */
export const statusBehavior: Behavior<typeof status> = {
  beforeUpdate(changes, record) {
    if (record.is_default && changes.is_default === false) {
      throw invalid({ is_default: ['Make another status the default instead'] })
    }
    if (record.is_system && changes.group) {
      throw invalid({ group: ['The console relies on the group of this status'] })
    }
    return changes
  },

  async afterCreate({ id, is_default }, context) {
    if (is_default) await onlyDefault(status, id, context)
  },

  async afterUpdate({ id, is_default }, _previous, context) {
    if (is_default) await onlyDefault(status, id, context)
  },

  async beforeDelete({ id, is_default, is_system }, { sql: database }) {
    if (is_default || is_system) throw conflict('The console relies on this status.')
    const { rows } = await sql`
      select from source_random_statuses
      where rows @> ${JSON.stringify([{ status: id }])}::jsonb limit 1`.execute(database)
    if (rows.length > 0) throw conflict('This status is in use and cannot be deleted.')
  },
}
