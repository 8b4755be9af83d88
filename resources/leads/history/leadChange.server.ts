import { presentAuditEntry, type Behavior } from '#server'

import { lead } from '../lead/lead.ts'
import type { leadChange } from './leadChange.ts'

/** Values are shown as far as their reader may read them of a lead, contacts masked for everybody. */
export const leadChangeBehavior: Behavior<typeof leadChange> = {
  present(entry, user, backend) {
    const { resource: _, ...change } = presentAuditEntry(
      { ...entry, resource: lead.name },
      user,
      backend,
    )
    return change
  },
}
