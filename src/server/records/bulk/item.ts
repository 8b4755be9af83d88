import type { Skipped } from '#contract'

/** A record, and the version it must still have. */
export interface Item {
  readonly id: number
  readonly version?: number | undefined
}

export interface Outcome {
  /** The records with the version they have now, where the action tells one. */
  readonly done: readonly Item[]
  readonly failures: readonly Skipped[]
}
