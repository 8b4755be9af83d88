import { conflict, invalid, type Behavior } from '#server'
import { onlyDefault } from '#system/server'

import { statusSetting } from '../leads/statusSetting/statusSetting.ts'
import { refuseDepositAtFirst } from './neverDeposit.server.ts'
import { status } from './status.ts'
import { msg } from '../msg.server.ts'

/** One status is the default of new leads; it and those the console relies on cannot be deleted. */
export const statusBehavior: Behavior<typeof status> = {
  derived: {
    // In the order of the index: otherwise the whole table may be read for a status that no lead has.
    in_use: `(
      select true from leads l where l.status = d.id and l.deleted_at is null
      order by l.created_at limit 1
    ) is true`,
  },

  async beforeCreate(input, context) {
    await refuseDepositAtFirst(input, input, context)
    return input
  },

  async beforeUpdate(changes, record, context) {
    if (record.is_default && changes.is_default === false) {
      throw invalid({ is_default: [msg('make_another_status_the_default_instead')] })
    }
    if (record.is_system && changes.group) {
      throw invalid({ group: [msg('the_console_relies_on_the_group_of')] })
    }
    await refuseDepositAtFirst({ ...record, ...changes }, changes, context)
    return changes
  },

  async afterCreate({ id, is_default }, context) {
    if (is_default) await onlyDefault(status, id, context)
  },

  async afterUpdate({ id, is_default }, _previous, context) {
    if (is_default) await onlyDefault(status, id, context)
  },

  async beforeMerge(from, into, { user, records }) {
    if ((from.group === 'deposit') !== (into.group === 'deposit')) {
      throw conflict(msg('deposits_are_merged_among_themselves'))
    }
    // Leads of a final status get no other one (product.md 9.1).
    const isFinal = await records(statusSetting).exists({ status: from.id, is_final: true })
    if (isFinal && !user.permissions.has('lead.status.force')) {
      throw conflict(msg('is_final', { status: from.name }))
    }
  },

  beforeDelete({ is_default, is_system }) {
    if (is_default || is_system) throw conflict(msg('the_console_relies_on_this_status'))
  },
}
