/** What stands for a record wherever another one points at it: its title and its `embed` fields. */
export interface Label {
  readonly id: number
  readonly label: string
  /** It may no longer be chosen. */
  readonly inactive?: boolean
  readonly [name: string]: unknown
}

/** A record as the API gives it. */
export interface Row {
  readonly id: number
  readonly version?: number
  readonly labels?: Readonly<Record<string, Label | readonly Label[] | null>>
  readonly [name: string]: unknown
}
