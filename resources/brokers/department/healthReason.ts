/** Why an integration of a department does not do well (product.md 9.3). */
export interface HealthReason {
  readonly integration: number
  readonly name: string
  /** Paused by itself or by a person; push switched off; calls that fail in a row; statuses that do not come; few taken or many unknown of a day. */
  readonly why: 'paused' | 'stopped' | 'off' | 'errors' | 'statuses' | 'few' | 'unknown'
  readonly count: number | null
  /** Of so many. */
  readonly of: number | null
  /** Of `statuses`: when they last came. */
  readonly since: string | null
  /** The last problem, as it is stored. */
  readonly problem: string | null
}
