import type { ReactNode } from 'react'

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

/** How values of a kind are typed. `write` and `read` stand where what is typed is not the value itself. */
export interface InputKind<F extends Field = Field> {
  /** A component. */
  Input(props: InputProps<F>): ReactNode
  /** One choice is the whole answer: a cell that is edited in place saves it at once. */
  readonly isPicked?: true
  /** Whether the input wants a line of the form for itself. */
  isWide?(field: F): boolean
  /** What the input shows for a value, or for none. */
  write?(value: unknown, field: F): unknown
  /** The value of what was typed; never called for nothing. Throws ValueError. */
  read?(typed: unknown, field: F): unknown
}
