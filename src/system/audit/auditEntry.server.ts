import { presentAuditEntry, type Behavior } from '#server'

import type { auditEntryOf } from './auditEntry.ts'

export const auditEntryBehavior: Behavior<ReturnType<typeof auditEntryOf>> = {
  present: presentAuditEntry,
}
