import { badFile } from '../files/signature.ts'
import { msg } from '../../texts/serverMsg.ts'

/** How the text of a file is cut into cells (specification 5). */
export interface Reading {
  readonly delimiter: string
  /** Empty when nothing is quoted. */
  readonly quote: string
  readonly escape: string
  readonly ignore_first_line: boolean
}

export type Cutting = Omit<Reading, 'ignore_first_line'>

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
    if (!isBlankRow(cells)) rows.push({ number, line, cells, ...(fault && { fault }) })
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

interface Quoted {
  readonly cells: string[]
  readonly end: number
  /** Line ends within its cells. */
  readonly breaks: number
  /** Text follows a quote that closes a cell. */
  readonly isBroken: boolean
  /** Quotes stand within plain cells. */
  readonly hasStray: boolean
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

/** The cells of one record with quotes in it; undefined when a quote stays open. */
function quotedRecord(
  text: string,
  from: number,
  cutting: Cutting,
  places: Places,
): Quoted | undefined {
  const { delimiter, quote } = cutting
  const cells: string[] = []
  let breaks = 0
  let isBroken = false
  let hasStray = false
  for (let begin = from; ;) {
    const isQuoted = text.startsWith(quote, begin)
    const closed = isQuoted ? quotedCell(text, begin + quote.length, cutting, places) : undefined
    if (isQuoted && !closed) return undefined
    // What is left of the cell: all of a plain one, and at most blanks behind a quote that closes as it should.
    const behindQuote = closed?.end ?? begin
    const lineEnd = places.lineEnd(behindQuote)
    const end = Math.min(places.delimiter(behindQuote), lineEnd)
    const rest = text.slice(behindQuote, end)
    const isWrong = closed !== undefined && rest.trim() !== ''
    const cell = closed && !isWrong ? closed.cell : text.slice(begin, end)
    if (closed) breaks += countBreaks(closed.cell)
    isBroken ||= isWrong
    hasStray ||= rest.includes(quote)
    cells.push(cell)
    if (end === lineEnd) return { cells, end, breaks, isBroken, hasStray }
    begin = end + delimiter.length
  }
}

/** The text of a quoted cell and where it ends, behind the quote that closes it. */
function quotedCell(text: string, from: number, { quote, escape }: Cutting, places: Places) {
  let cell = ''
  for (let at = from; ;) {
    const closing = places.quote(at)
    if (closing === text.length) return undefined
    const escaping = places.escape(at)
    const isEscape = escaping <= closing
    const next = isEscape ? escaping + escape.length : closing + quote.length
    if (isEscape && text.startsWith(quote, next)) {
      cell += text.slice(at, escaping) + quote
      at = next + quote.length
    } else if (isEscape && escape !== quote) {
      cell += text.slice(at, next)
      at = text.startsWith(escape, next) ? next + escape.length : next
    } else {
      return { cell: cell + text.slice(at, closing), end: next }
    }
  }
}

const lineBreak = /\r\n?|\n/g
const countBreaks = (text: string) => text.match(lineBreak)?.length ?? 0
const countOf = (sign: string, text: string) => text.split(sign).length - 1
const behind = (text: string, end: number) => end + (text.startsWith('\r\n', end) ? 2 : 1)

type Places = ReturnType<typeof placesIn>

/** Where the signs that matter stand at a place or behind it; the length of the text where none does. */
function placesIn(text: string, { delimiter, quote, escape }: Cutting) {
  const [newline, carriageReturn] = [finder(text, '\n'), finder(text, '\r')]
  return {
    lineEnd: (at: number) => Math.min(newline(at), carriageReturn(at)),
    delimiter: finder(text, delimiter),
    quote: finder(text, quote),
    escape: finder(text, escape),
  }
}

/** Asked for places that only grow, it looks through the text once. */
function finder(text: string, sign: string): (at: number) => number {
  let found = -1
  return (at) => {
    if (found >= at) return found
    const next = text.indexOf(sign, at)
    found = next < 0 ? text.length : next
    return found
  }
}

/** A cell that says nothing: empty, or the text that spreadsheets' blank cells become (specification 5). */
export const isBlank = (cell: string | undefined): boolean =>
  cell === undefined || cell === 'Empty' || cell.trim() === ''

export const isBlankRow = (cells: readonly string[]): boolean => cells.every(isBlank)
