/** One field before and after a write; null is empty. */
export interface Change {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** One write of a record, newest first. */
export interface Entry {
  readonly id: number
  readonly at: string
  readonly action: string
  readonly version: number | null
  readonly user: { readonly id: number; readonly label: string | null } | null
  readonly changes: readonly Change[]
}
