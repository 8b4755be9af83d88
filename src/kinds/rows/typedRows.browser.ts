import {
  mapValues,
  initialValue,
  kindOf,
  labelOf,
  ValueError,
  type Field,
  type User,
} from '#schema'

import { controlsOf } from '../kind.browser.ts'

/** A row as its inputs hold it. */
export type Typed = Record<string, unknown>

type Cells = Readonly<Record<string, Field>>

export interface CellPlace {
  row: number
  column: number
}

export const ofCells = (
  cells: Cells,
  row: Typed,
  take: (value: unknown, cell: Field) => unknown,
): Typed => mapValues(cells, (cell, name) => take(row[name], cell) ?? null)

/** What the inputs of a row show first. */
export const typedRow = (cells: Cells, row: Typed): Typed =>
  ofCells(cells, row, (value, cell) => {
    const { write } = controlsOf(cell)
    return write ? write(value, cell) : value
  })

/** A row with which its maker begins. */
export const newRow = (cells: Cells, maker: User): Typed =>
  typedRow(
    cells,
    mapValues(cells, (cell) => initialValue(cell, maker)),
  )

/** The typed rows with texts over them from a place on; a first line of the columns' own names is left out. */
export function pasted(
  cells: Cells,
  given: readonly Typed[],
  texts: readonly (readonly string[])[],
  { row, column, maker }: CellPlace & { maker: User },
): Typed[] {
  const columns = Object.entries(cells).slice(column)
  const isHead = texts[0]?.every(
    (text, at) => columns[at] && text.toLowerCase() === labelOf(...columns[at]).toLowerCase(),
  )
  const rows = [...given]
  for (const [at, line] of (isHead ? texts.slice(1) : texts).entries()) {
    const entries = columns
      .slice(0, line.length)
      .map(([name, cell], column) => [name, typedCell(cell, line[column] ?? '')])
    const under = rows[row + at] ?? newRow(cells, maker)
    rows[row + at] = { ...under, ...Object.fromEntries(entries) }
  }
  return rows
}

function typedCell(cell: Field, text: string): unknown {
  const { write, isPicked } = controlsOf(cell)
  if (text === '') return null
  try {
    const value = kindOf(cell).operand(text, cell)
    return write ? write(value, cell) : value
  } catch (error) {
    if (!(error instanceof ValueError)) throw error
    return isPicked ? null : text
  }
}
