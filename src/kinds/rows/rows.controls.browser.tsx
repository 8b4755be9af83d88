import { ValueError, type Field, type FieldOf } from '#schema'

import { controlsOf, type ControlsKind } from '../kind.browser.ts'
import { RowsInput } from './RowsInput.tsx'
import { ofCells, typedRow, type Typed } from './typedRows.browser.ts'

export const rowsControls: ControlsKind<FieldOf<'rows'>> = {
  Input: RowsInput,
  isWide: () => true,
  write: (value, { cells }) =>
    (Array.isArray(value) ? value : []).map((row: Typed) => typedRow(cells, row)),
  read: (typed, { cells }) => (typed as Typed[]).map((row) => ofCells(cells, row, readCell)),
}

/** What no value can be made of stays as it was typed, and is refused at its place. */
function readCell(typed: unknown, cell: Field): unknown {
  const { read } = controlsOf(cell)
  if (!read || typed === null || typed === undefined || typed === '') return typed
  try {
    return read(typed, cell)
  } catch (error) {
    if (error instanceof ValueError) return typed
    throw error
  }
}
