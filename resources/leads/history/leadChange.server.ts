import type { FieldChange } from '#contract'
import { presentAuditEntry, type Behavior } from '#server'

import { lead } from '../lead/lead.ts'
import type { leadChange } from './leadChange.ts'

/** What follows from other fields, and says nothing to a person. */
const follows: ReadonlySet<string> = new Set([
  'email_key',
  'phone_key',
  'email_hmac',
  'phone_hmac',
  'alt_email_hmac',
  'alt_phone_hmac',
  'status_changed_at',
  'uuid',
])

/** Values are shown as far as their reader may read them of a lead, contacts masked for everybody. */
export const leadChangeBehavior: Behavior<typeof leadChange> = {
  present(entry, user, backend) {
    const { resource: _, ...presented } = presentAuditEntry(
      { ...entry, resource: lead.name },
      user,
      backend,
    )
    const detail = presented.detail as { readonly changes: readonly FieldChange[] }
    const changes = detail.changes.filter(({ field }) => !follows.has(field))
    return { ...presented, detail: { ...detail, changes } }
  },
}
