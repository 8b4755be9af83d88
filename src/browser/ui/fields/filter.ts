import type { Field } from '#schema'

import type { FilterValues } from '../../client/records/filterValues.ts'

export interface FilterProps<F extends Field = Field> {
  readonly field: F
  readonly name: string
  readonly label: string
  /** The user sees the values masked: they are found by the exact value alone. */
  readonly isMasked: boolean
  readonly values: FilterValues
  /** Sets some keys and leaves the others; undefined takes a key away. */
  set(changes: FilterValues): void
}
