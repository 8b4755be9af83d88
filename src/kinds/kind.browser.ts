import { createElement, type ReactNode } from 'react'

import type { Field } from '#schema'

import type { Row } from '../browser/client/records/row.ts'
import type { FilterProps } from '../browser/ui/fields/filters/operandFilters.tsx'
import type { InputProps } from '../browser/ui/fields/textInputs.tsx'
import { createRegistry } from './kind.ts'

interface Shown<F extends Field = Field> {
  readonly field: F
  readonly name: string
  /** Never empty; masked when the user may see it only so. */
  readonly value: unknown
  readonly record: Row
  /** The whole value, as the show view wants it. A cell is one short line. */
  readonly full: boolean
}

interface Difference<F extends Field = Field> {
  readonly field: F
  readonly before: unknown
  readonly after: unknown
}

/** What a value is typed or chosen with. */
export type Editor =
  | 'text'
  | 'number'
  | 'day'
  | 'choices'
  | 'words'
  | 'countries'
  | 'records'
  | 'addresses'
  | 'phones'
  | 'ids'
  | 'yes'

/** What the browser does with the values of a kind, but for typing them. `show` is called for every cell: it uses no hooks and builds little. */
export interface BrowserKind<F extends Field = Field> {
  show(shown: Shown<F>): ReactNode
  /** How two values differ, where it says more than one beside the other. Neither is empty. */
  difference?(changed: Difference<F>): ReactNode
  readonly align?: 'right'
  /** Keeps a direction of its own among other scripts: left to right, or that of the value's first letter. */
  readonly direction?: 'ltr' | 'auto'
  /** People take these values elsewhere: a copy button stands beside what is not masked. */
  readonly isCopied?: true
  /** What the operands of a condition are given with; a text unless said. */
  readonly editor?: Editor
}

/** How values of a kind are typed. `write` and `read` stand where what is typed is not the value itself. */
export interface ControlsKind<F extends Field = Field> {
  /** A component. */
  Input(props: InputProps<F>): ReactNode
  /** One choice is the whole answer: a cell that is edited in place saves it at once. */
  readonly isPicked?: true
  /** A value as a file may write it, for the row that shows how. */
  example?(field: F): string
  /** Whether the input wants a line of the form for itself. */
  isWide?(field: F): boolean
  /** What the input shows for a value, or for none. */
  write?(value: unknown, field: F): unknown
  /** The value of what was typed; never called for nothing. Throws ValueError. */
  read?(typed: unknown, field: F): unknown
}

/** The control of the filter panel; null for a kind that lists are not filtered by. */
export type FilterOf<F extends Field = Field> = ((props: FilterProps<F>) => ReactNode) | null

const registry = createRegistry<BrowserKind>()
const controls = createRegistry<ControlsKind>()
const filters = createRegistry<FilterOf>()

export const addBrowserKinds = registry.add
export const browserKindOf = registry.of
export const addControlsKinds = controls.add
export const controlsOf = controls.of
export const addFilterKinds = filters.add
export const filterKindOf = filters.find

/** A record's value of a field as a cell, or whole. Null when it is empty and that means nothing else. */
export function shownValue(field: Field, name: string, record: Row, full = false): ReactNode {
  const value = record[name]
  if (isEmpty(value)) return field.options.none ?? null
  const { show, direction } = browserKindOf(field)
  const shown = show({ field, name, value, record, full })
  return direction ? createElement('bdi', { dir: direction }, shown) : shown
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
