/** Many records that an action is to be done to. */
export interface BulkCall {
  /** Those that the user may look at. */
  readonly ids: readonly number[]
  /** What the action was given. */
  readonly values: Readonly<Record<string, unknown>>
}

/** What would become of many records, as a dialog shows it. */
export interface BulkOutlook {
  /** Those that were looked at one by one, the first ones. */
  readonly checked: number
  /** Of these, those to which it would be done. */
  readonly done: number
  /** Why the others are left alone, and for what some of the done wait. */
  readonly reasons: readonly OutlookReason[]
}

interface OutlookReason {
  readonly reason: string
  readonly count: number
  /** They are among the done, but not at once. */
  readonly waits: boolean
}

/** What stands before an action that is done to many records at once. */
export interface BulkBehavior<Reading> {
  /** Throws what refuses all of them together, before the first is touched; the preview asks it, too. */
  refuse?(call: BulkCall, context: Reading): void | Promise<void>
  /** Of an action that is `previewed`: changes nothing. */
  preview?(call: BulkCall, context: Reading): BulkOutlook | Promise<BulkOutlook>
}
