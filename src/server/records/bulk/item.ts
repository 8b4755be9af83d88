import type { Skipped } from '#contract'

/** A record, and the version it must still have. */
export interface Item {
  readonly id: number
  readonly version?: number | undefined
}

export interface Done extends Item {
  /** What the person is told of it: it has not come to what it was changed for. */
  readonly warning?: string | undefined
}

export interface Outcome {
  /** The records with the version they have now, where the action tells one. */
  readonly done: readonly Done[]
  readonly failures: readonly Skipped[]
}
