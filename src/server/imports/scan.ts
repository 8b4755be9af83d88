import { badFile } from '../files/signature.ts'
import { rowLimit, tooLong, type Reading, isBlankRow, recordsOf, type Cutting } from './reading.ts'
import { msg } from '../../texts/serverMsg.ts'

/** A part of a file that is imported in one transaction: some whole rows. */
export interface Range {
  readonly from: number
  readonly to: number
  /** Number of the first row, and the line on which it begins. */
  readonly row: number
  readonly line: number
  /** Rows in it that are not blank. */
  readonly count: number
}

/** How far a file has been looked through; a later look goes on from here. */
export interface Progress {
  /** Where the next row begins. */
  readonly at: number
  /** The number of that row, and its line. */
  readonly row: number
  readonly line: number
  readonly total: number
  readonly ranges: readonly Range[]
  /** Whether the names of the columns have been passed. */
  readonly isInData: boolean
  readonly isWhole: boolean
}

/** Most rows of a file (specification 5), and most with the blank ones. */
const rowsLimit = 200_000
const recordsLimit = 2_000_000

/** A range ends after so many rows or bytes: some hundredths of a second of work, little memory. */
const rangeRows = 1_000
const rangeBytes = 1_000_000
/** Blank rows that a range may hold before it ends: a million of them are no work for anybody. */
const rangeBlanks = 100

/** Bytes of one look: a fraction of a second, for which an embedded database serves nobody else. */
const lookBytes = 4_000_000

export function beginning(at: number, { ignore_first_line }: Reading): Progress {
  return { at, row: 1, line: 1, total: 0, ranges: [], isInData: !ignore_first_line, isWhole: false }
}

/**
 * Finds the rows in the bytes from `progress.at` on and where they can be parted, some megabytes at a time. It cuts no
 * cells: the rows that are read later are counted against what is found here.
 * @param look bytes after which it stops
 */
export async function scan(
  progress: Progress,
  bytes: AsyncIterable<Uint8Array>,
  reading: Reading,
  look = lookBytes,
): Promise<Progress> {
  const cut = createCutter(reading)
  const counter = createCounter(progress)
  let waiting: Uint8Array = new Uint8Array()
  let seen = 0
  for await (const piece of bytes) {
    const all = waiting.length > 0 ? Buffer.concat([waiting, piece]) : piece
    waiting = all.subarray(cut(all, false, counter.take))
    if (waiting.length > rowLimit) throw tooLong(counter.line())
    seen += piece.length
    if (seen >= look && counter.position() > progress.at) return counter.progress(false)
  }
  const end = cut(waiting, true, counter.take)
  if (end < waiting.length) {
    throw badFile(msg('quote_is_never_closed', { line: counter.line() }))
  }
  return counter.progress(true)
}

export const noRows = ({ ignore_first_line }: Reading) =>
  badFile(ignore_first_line ? msg('the_file_has_no_rows_below_its') : msg('the_file_has_no_rows'))

/** Counts the rows that are found and closes a range whenever it is large enough. */
function createCounter(start: Progress) {
  const ranges = [...start.ranges]
  let { at, row, line, total, isInData } = start
  let open: Range | undefined
  let blanks = 0

  function close(): void {
    if (open) ranges.push(open)
    open = undefined
    blanks = 0
  }

  function take({ bytes, lines, isBlank }: Cut): void {
    if (bytes > rowLimit) throw tooLong(line)
    const place = { from: at, row, line }
    at += bytes
    row += 1
    line += lines
    if (row - 1 > recordsLimit) {
      throw badFile(msg('the_file_has_more_than_2_000'))
    }
    if (isBlank) blanks += 1
    else if (isInData) count(place)
    else isInData = true
    const isLarge = open && (open.count >= rangeRows || at - open.from >= rangeBytes)
    if (isLarge || blanks >= rangeBlanks) close()
  }

  function count(place: Pick<Range, 'from' | 'row' | 'line'>): void {
    total += 1
    blanks = 0
    open = { ...(open ?? place), to: at, count: (open?.count ?? 0) + 1 }
    if (total > rowsLimit) throw badFile(msg('at_most_200_000_rows_this_file'))
  }

  return {
    take,
    position: () => at,
    line: () => line,
    progress(isWhole: boolean): Progress {
      close()
      return { at, row, line, total, ranges, isInData, isWhole }
    },
  }
}

/** One record of a file, with the line end behind it. */
interface Cut {
  readonly bytes: number
  readonly lines: number
  readonly isBlank: boolean
}

const newline = 10
const carriageReturn = 13
const isLineEnd = (byte: number | undefined) => byte === newline || byte === carriageReturn

/**
 * Finds the records of a text in UTF-8 by its bytes alone. The function that it returns tells of each whole record in a
 * piece that begins with one, and answers where the first begins that may go on behind the piece.
 */
function createCutter(
  cutting: Cutting,
): (bytes: Uint8Array, isLast: boolean, take: (cut: Cut) => void) => number {
  const [delimiter, quote, escape] = [cutting.delimiter, cutting.quote, cutting.escape].map(bytesOf)
  const mayBeBlank = blankBytes(cutting)
  const cut: Mutable<Cut> = { bytes: 0, lines: 0, isBlank: false }

  return (bytes, isLast, take) => {
    let from = 0
    while (from < bytes.length) {
      const end = record(bytes, from)
      // What follows the last byte may belong to it: a line feed, a quote, the rest of a character.
      if (end < 0 || (end >= bytes.length - 3 && !isLast)) return from
      cut.bytes = end - from
      take(cut)
      from = end
    }
    return from
  }

  /** Where the record that begins at a place ends, with its line end; -1 when a quote stays open. */
  function record(bytes: Uint8Array, from: number): number {
    let at = from
    let lines = 1
    let isBlank = true
    let isAtStart = true
    for (;;) {
      if (isAtStart && isAt(bytes, at, quote)) {
        const closed = quoted(bytes, at + (quote?.length ?? 0))
        if (closed.end < 0) return -1
        isBlank &&= closed.isBlank
        lines += closed.breaks
        at = closed.end
      }
      isAtStart = false
      if (at >= bytes.length) break
      const byte = bytes[at] ?? 0
      if (isLineEnd(byte)) {
        at += byte === carriageReturn && bytes[at + 1] === newline ? 2 : 1
        break
      }
      if (byte === delimiter?.[0] && isAt(bytes, at, delimiter)) {
        at += delimiter.length
        isAtStart = true
      } else {
        isBlank &&= mayBeBlank[byte] === 1
        at += 1
      }
    }
    cut.lines = lines
    cut.isBlank = isBlank && (isLineEnd(bytes[from]) || isBlankText(bytes.subarray(from, at)))
    return at
  }

  /** Behind the quote that closes a cell; -1 when none does. */
  function quoted(
    bytes: Uint8Array,
    from: number,
  ): { end: number; breaks: number; isBlank: boolean } {
    let breaks = 0
    let isBlank = true
    for (let at = from; at < bytes.length;) {
      const byte = bytes[at] ?? 0
      if (byte === escape?.[0] && isAt(bytes, at, escape)) {
        const next = at + escape.length
        const isQuote = isAt(bytes, next, quote)
        if (isQuote || isAt(bytes, next, escape)) {
          at = next + ((isQuote ? quote : escape)?.length ?? 0)
          isBlank = false
          continue
        }
      }
      if (byte === quote?.[0] && isAt(bytes, at, quote)) {
        return { end: at + quote.length, breaks, isBlank }
      }
      if (byte === newline || (byte === carriageReturn && bytes[at + 1] !== newline)) breaks += 1
      isBlank &&= mayBeBlank[byte] === 1
      at += 1
    }
    return { end: -1, breaks, isBlank }
  }

  /** What only may be blank by its bytes is looked at by its cells: few rows are. */
  function isBlankText(bytes: Uint8Array): boolean {
    for (const { cells } of recordsOf(Buffer.from(bytes).toString(), cutting)) {
      return isBlankRow(cells)
    }
    return true
  }
}

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

const bytesOf = (text: string): Uint8Array | undefined =>
  text === '' ? undefined : Buffer.from(text)

function isAt(bytes: Uint8Array, at: number, sign: Uint8Array | undefined): sign is Uint8Array {
  if (!sign || bytes[at] !== sign[0]) return false
  for (let index = 1; index < sign.length; index += 1) {
    if (bytes[at + index] !== sign[index]) return false
  }
  return true
}

/** The bytes of spaces of all kinds, of the signs that cut cells, and of the word that stands for a blank one. */
function blankBytes({ delimiter, quote, escape }: Cutting): Uint8Array {
  const spaces = ' \t\v\f\r\n\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'
  const narrow = '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
  const table = new Uint8Array(256)
  for (const byte of Buffer.from(`${spaces}${narrow}Empty${delimiter}${quote}${escape}`)) {
    table[byte] = 1
  }
  return table
}
