import type { ReactNode } from 'react'

import type { Field, field, KindName } from '#schema'

/** The declared field of a kind. */
export type FieldOf<Name extends KindName> = ReturnType<(typeof field)[Name]>

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

export interface Shown<F extends Field = Field> {
  readonly field: F
  readonly name: string
  /** Never empty; masked when the user may see it only so. */
  readonly value: unknown
  readonly record: Row
  /** The whole value, as the show view wants it. A cell is one short line. */
  readonly full: boolean
}

/** How values of a kind are shown. `show` is called for every cell: it uses no hooks and builds little. */
export interface Display<F extends Field = Field> {
  show(shown: Shown<F>): ReactNode
  readonly align?: 'right'
  /** Keeps a direction of its own among other scripts: left to right, or that of the value's first letter. */
  readonly direction?: 'ltr' | 'auto'
  /** People take these values elsewhere: a copy button stands beside what is not masked. */
  readonly isCopied?: true
}
