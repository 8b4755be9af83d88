import type { Field } from '#schema'

import type { Row } from '../../client/records/row.ts'

export interface InputProps<F extends Field = Field> {
  readonly field: F
  readonly name: string
  readonly label: string
  readonly required: boolean
  /** The record that is edited; undefined for a new one. */
  readonly record: Row | undefined
  /** Stands in an empty input whose value the user sees only masked. */
  readonly placeholder: string | undefined
}
