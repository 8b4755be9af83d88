import { badFile } from './fileError.ts'
import { msg } from '../texts/filesMsg.ts'
import { type Cutting, type Quoted, quotedRecord, countOf, behind, placesIn } from './quoting.ts'

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

export const tooLong = (line: number) => badFile(msg('line_the_row_that_begins_here_is', { line }))

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
