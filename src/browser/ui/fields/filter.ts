import type { ComponentType } from 'react'

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

/** The control of a kind in the filter panel; null for kinds that nobody filters by. */
export type FilterControl<F extends Field = Field> = ComponentType<FilterProps<F>> | null
