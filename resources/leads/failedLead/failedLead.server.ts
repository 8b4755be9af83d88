import type { Behavior } from '#server'

import type { failedLead } from './failedLead.ts'
import { becomeLeads, tryChanged } from './tryAgain.server.ts'
import { msg } from '../../msg.server.ts'
import { writtenKeys } from './writtenKeys.server.ts'

export const failedLeadBehavior: Behavior<typeof failedLead> = {
  // What is mended is tried at once.
  async beforeUpdate(changes, record, context) {
    const changed = { ...record, ...changes }
    const contact_keys = writtenKeys(changed)
    return { ...changes, contact_keys, ...(await tryChanged(changed, changes, context)) }
  },

  warnOfUpdate: ({ stage, reason }) =>
    stage === 'open' ? msg('it_is_refused_still', { reason }) : undefined,

  actions: {
    retry: ({ records }, context) => becomeLeads(records, {}, context),
    retry_in_country: ({ records, input }, context) => becomeLeads(records, input, context),
    accept: ({ records }, context) => becomeLeads(records, { isAccepted: true }, context),
  },
}
