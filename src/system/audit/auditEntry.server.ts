import { presentAuditEntry, type Behavior } from '#server'

import type { auditEntryOf } from './auditEntry.ts'
import { addPartitions } from './auditPartitions.server.ts'

export const auditEntryBehavior: Behavior<ReturnType<typeof auditEntryOf>> = {
  present: presentAuditEntry,
  schedules: [{ name: 'audit partitions', minutes: 360, run: addPartitions, asOwner: true }],
}
