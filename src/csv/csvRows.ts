import { badFile } from './fileError.ts'
import { msg } from '../texts/filesMsg.ts'
import { type Cutting, type Quoted, quotedRecord, countOf, behind, placesIn } from './quoting.ts'

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

export const tooLong = (line: number) => badFile(msg('line_the_row_that_begins_here_is', { line }))

/** One record of a text, blank or not. */
interface CsvRecord {
  readonly cells: string[]
  /** The line on which it begins, and how many it takes. */
  readonly line: number
  readonly lines: number
  /** Where the next one begins. */
  readonly next: number
  readonly fault?: string
}

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

/**
 * Cuts a text into records at line ends outside of quotes, and these into cells. A quote opens a quoted cell only at the
 * beginning of the cell; within a plain cell it stands for itself. Throws when a quote stays open.
 */
export function* recordsOf(text: string, cutting: Cutting, firstLine = 1): Generator<CsvRecord> {
  const { delimiter, quote } = cutting
  const places = placesIn(text, cutting)
  const hasQuotes = quote !== '' && text.includes(quote)
  let isOpen = false
  let line = firstLine
  for (let at = 0; at < text.length;) {
    const end = places.lineEnd(at)
    const plain = text.slice(at, end)
    if (!hasQuotes || !plain.includes(quote)) {
      at = behind(text, end)
      yield { cells: plain.split(delimiter), line, lines: 1, next: at }
      line += 1
      isOpen = false
      continue
    }
    const record = quotedRecord(text, at, cutting, places)
    if (!record) throw badFile(msg('quote_is_never_closed', { line }))
    const lines = record.breaks + 1
    const fault = faultOf(record, isOpen, line)
    isOpen = record.isBroken && countOf(quote, text.slice(at, record.end)) % 2 === 1
    at = behind(text, record.end)
    yield { cells: record.cells, line, lines, next: at, ...(fault && { fault }) }
    line += lines
  }
}

function faultOf({ isBroken, hasStray, breaks }: Quoted, wasOpen: boolean, line: number) {
  if (isBroken && breaks > 0) {
    return msg('text_follows_quote_on_line', { line, end: line + breaks })
  }
  if (isBroken) {
    return msg('line_text_follows_a_quote_that_closes', { line })
  }
  if (!wasOpen || !hasStray) return undefined
  return msg('line_the_row_above_opens_a_quote', { line })
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
