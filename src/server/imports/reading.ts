import type { Options } from 'csv-parse'
import { CsvError, parse } from 'csv-parse/sync'

import { badFile } from './badFile.ts'

/** How the text of a file is cut into cells (specification 5). */
export interface Reading {
  readonly delimiter: string
  /** Empty when nothing is quoted. */
  readonly quote: string
  readonly escape: string
  readonly ignore_first_line: boolean
}

export interface Row {
  /** As a spreadsheet counts: the first line of the file is row 1, empty lines count. */
  readonly number: number
  readonly cells: readonly string[]
}

/** Most bytes of one row. A quote that is left open swallows the rest of the file up to here. */
const rowLimit = 1_000_000

export function csvOptions({ delimiter, quote, escape }: Reading): Options {
  return {
    delimiter,
    quote: quote || null,
    escape: quote ? escape : null,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: rowLimit,
    relax_column_count: true,
    relax_quotes: true,
  }
}

/** The rows of bytes that begin with a row; `first` is the number of that row. Blank rows are left out. */
export function parseRows(bytes: Uint8Array, reading: Reading, first: number): Row[] {
  const records: string[][] = parse(bytes, csvOptions(reading))
  const rows = records.map((cells, index) => ({ number: first + index, cells }))
  return rows.filter(({ cells }) => !isBlankRow(cells))
}

/** What cannot be read, in words; `line` is where the row begins. Errors of other origin as they are. */
export function unreadable(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return badFile(`Line ${line}: a quote is opened in this row and never closed.`)
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return badFile(
      `Line ${line}: the row that begins here is longer than 1 MB. A quote may be left open, or a cell is too long.`,
    )
  }
  return badFile(`Line ${line}: the row that begins here cannot be read.`)
}

/** A cell that says nothing: empty, or the text that spreadsheets' blank cells become (specification 5). */
export const isBlank = (cell: string | undefined): boolean =>
  cell === undefined || cell === 'Empty' || cell.trim() === ''

export const isBlankRow = (cells: readonly string[]): boolean => cells.every(isBlank)
