import type { Behavior } from '#server'

import type { failedLead } from './failedLead.ts'
import { becomeLeads, tryChanged } from './tryAgain.server.ts'

export const failedLeadBehavior: Behavior<typeof failedLead> = {
  // What is mended is tried at once.
  async beforeUpdate(changes, record, context) {
    return { ...changes, ...(await tryChanged({ ...record, ...changes }, changes, context)) }
  },

  actions: {
    retry: ({ records }, context) => becomeLeads(records, {}, context),
    retry_in_country: ({ records, input }, context) => becomeLeads(records, input, context),
    accept: ({ records }, context) => becomeLeads(records, { isAccepted: true }, context),
  },
}
