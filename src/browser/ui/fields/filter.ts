import type { ComponentType } from 'react'

import type { Field } from '#schema'

/** One operand of a list request, under the key the API knows: `status`, `created_at_from`. */
export type Operand = string | number | boolean | readonly (string | number)[] | undefined

export type FilterValues = Readonly<Record<string, Operand>>

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

/** Whether a key of a list request is about a field: its name, with or without a suffix. */
export const isKeyOf = (field: string, key: string): boolean =>
  key === field ||
  ['from', 'to', 'not', 'contains', 'empty'].some((end) => key === `${field}_${end}`)
