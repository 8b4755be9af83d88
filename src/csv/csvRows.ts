import type { Cutting } from './quoting.ts'
import { recordsOf } from './csvRecords.ts'

export interface Row {
  /** As a spreadsheet counts: the first line of the file is row 1, empty lines count. */
  readonly number: number
  /** The line of the file on which it begins; cells with line breaks take several. */
  readonly line: number
  readonly cells: readonly string[]
  /** Why its cells cannot be trusted, in words. */
  readonly fault?: string
}

/** Most bytes of one row. A quote that is left open swallows the rest of the file up to here. */
export const rowLimit = 1_000_000

/** The rows of a text that begins with a row: `row` is its number, `line` its line. Blank rows are left out. */
export function rowsOf(
  text: string,
  cutting: Cutting,
  { row, line: firstLine }: { row: number; line: number },
): Row[] {
  const rows: Row[] = []
  let number = row
  for (const { cells, line, fault } of recordsOf(text, cutting, firstLine)) {
    if (!isBlankRow(cells, cutting)) rows.push({ number, line, cells, ...(fault && { fault }) })
    number += 1
  }
  return rows
}

/** What blank cells of a spreadsheet become. */
export const emptyWord = 'Empty'

/** A cell that says nothing. */
export const isBlank = (
  cell: string | undefined,
  { spreadsheet = false }: Pick<Cutting, 'spreadsheet'>,
): boolean => cell === undefined || cell.trim() === '' || (spreadsheet && cell === emptyWord)

export const isBlankRow = (
  cells: readonly string[],
  cutting: Pick<Cutting, 'spreadsheet'>,
): boolean => cells.every((cell) => isBlank(cell, cutting))
