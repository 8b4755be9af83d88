import type { ReactNode } from 'react'

import type { Field } from '#schema'

import type { InputProps } from '../browser/ui/fields/textInputs.tsx'

/** How values of a kind are typed. `write` and `read` stand where what is typed is not the value itself. */
export interface ControlsKind<F extends Field = Field> {
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
