import { presentAuditEntry, type Behavior } from '#server'

import type { departmentChange } from './departmentChange.ts'

/** Values are shown as far as their reader may read them of the department or the integration. */
export const departmentChangeBehavior: Behavior<typeof departmentChange> = {
  present(entry, user, backend) {
    const { resource: _, ...change } = presentAuditEntry(
      { ...entry, resource: entry.part },
      user,
      backend,
    )
    return change
  },
}
