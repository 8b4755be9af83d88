import type { Row } from '../../client/records/row.ts'
import type { FieldChange } from '#contract'

/** An entry of the audit log, as the resource `audit_entries` declares it (product.md 15.2). */
export interface AuditRecord extends Row {
  readonly resource: string | null
  readonly record: number | null
  readonly detail: {
    /** Whether the reader may know what changed. */
    readonly is_open: boolean
    readonly changes: readonly FieldChange[]
    readonly facts: Readonly<Record<string, unknown>>
  }
}
