/** How the text of a file is cut into cells. */
export interface Reading {
  readonly delimiter: string
  /** Empty when nothing is quoted. */
  readonly quote: string
  readonly escape: string
  /** Made of a spreadsheet, whose blank cells became the word `Empty`. In a CSV it is a word. */
  readonly spreadsheet?: boolean | undefined
  readonly ignore_first_line: boolean
}

export type Cutting = Omit<Reading, 'ignore_first_line'>

export interface Quoted {
  readonly cells: string[]
  readonly end: number
  /** Line ends within its cells. */
  readonly breaks: number
  /** Text follows a quote that closes a cell. */
  readonly isBroken: boolean
  /** Quotes stand within plain cells. */
  readonly hasStray: boolean
}

/** The cells of one record with quotes in it; undefined when a quote stays open. */
export function quotedRecord(
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
export const countOf = (sign: string, text: string) => text.split(sign).length - 1
export const behind = (text: string, end: number) => end + (text.startsWith('\r\n', end) ? 2 : 1)

type Places = ReturnType<typeof placesIn>

/** Where the signs that matter stand at a place or behind it; the length of the text where none does. */
export function placesIn(text: string, { delimiter, quote, escape }: Cutting) {
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
