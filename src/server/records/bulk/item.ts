/** A record, and the version it must still have. */
export interface Item {
  readonly id: number
  readonly version?: number | undefined
}

export interface Done extends Item {
  /** What the person is told of it: it has not come to what it was changed for. */
  readonly warning?: string | undefined
}
