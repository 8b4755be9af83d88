import { emptyWord, isBlankRow } from './csvRows.ts'
import { recordsOf } from './csvRecords.ts'
import type { Cutting } from './quoting.ts'
import { utf8Bytes, utf8Text } from './bytes.ts'

/** One record of a file, with the line end behind it. */
export interface Cut {
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
export function createCutter(
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
    for (const { cells } of recordsOf(utf8Text(bytes), cutting)) {
      return isBlankRow(cells, cutting)
    }
    return true
  }
}

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

const bytesOf = (text: string): Uint8Array | undefined =>
  text === '' ? undefined : utf8Bytes(text)

function isAt(bytes: Uint8Array, at: number, sign: Uint8Array | undefined): sign is Uint8Array {
  if (!sign || bytes[at] !== sign[0]) return false
  for (let index = 1; index < sign.length; index += 1) {
    if (bytes[at + index] !== sign[index]) return false
  }
  return true
}

/** The bytes of spaces of all kinds, of the signs that cut cells, and of the word that stands for a blank one. */
function blankBytes({ delimiter, quote, escape, spreadsheet }: Cutting): Uint8Array {
  const spaces = ' \t\v\f\r\n\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'
  const narrow = '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
  const table = new Uint8Array(256)
  for (const byte of utf8Bytes(
    `${spaces}${narrow}${spreadsheet ? emptyWord : ''}${delimiter}${quote}${escape}`,
  )) {
    table[byte] = 1
  }
  return table
}
