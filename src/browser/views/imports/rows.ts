import type { Reading } from './reading.ts'

/** Specification 5. */
export const rowsLimit = 200_000

const pieceSize = 4 * 1024 * 1024

export interface RowCount {
  /** Rows that certainly hold something. */
  readonly sure: number
  /** Those and the rows that may hold nothing but the word for blank cells. */
  readonly most: number
}

/** Counts the rows of a whole file, below its first line where that is a header; stops when there are too many. */
export async function countRows(
  file: File,
  { encoding, delimiter, escape, ignore_first_line }: Required<Reading>,
): Promise<RowCount> {
  const decoder = new TextDecoder(encoding)
  const counter = createCounter({ delimiter: delimiter ?? ',', escape })
  for (let at = 0; at < file.size; at += pieceSize) {
    const bytes = await file.slice(at, at + pieceSize).arrayBuffer()
    counter.take(decoder.decode(bytes, { stream: at + pieceSize < file.size }))
    if (counter.counted().sure > rowsLimit + 1) break
  }
  counter.end()
  const { sure, most } = counter.counted()
  const header = ignore_first_line ? 1 : 0
  return { sure: Math.max(0, sure - header), most: Math.max(0, most - header) }
}

const codeOf = (sign: string) => sign.charCodeAt(0)
const quote = codeOf('"')
const newline = codeOf('\n')
const carriageReturn = codeOf('\r')
const blankWord: ReadonlySet<number> = new Set([...'Empty'].map(codeOf))

const isSpace = (code: number) => code <= 32 || (code > 127 && /\s/.test(String.fromCharCode(code)))

/** Follows quotes from one piece of a text to the next, and counts the rows that end outside of them. */
function createCounter(cutting: { delimiter: string; escape: string }) {
  const [delimiter, escape] = [codeOf(cutting.delimiter), codeOf(cutting.escape)]
  let [sure, most] = [0, 0]
  let isQuoted = false
  let isAtStart = true
  let isEscaped = false
  // Behind a quote that closes a cell another one opens it again.
  let hasClosed = false
  let hasText = false
  let mayHaveText = false

  function end(): void {
    if (hasText) sure += 1
    if (hasText || mayHaveText) most += 1
    isAtStart = true
    hasText = false
    mayHaveText = false
  }

  function inQuotes(code: number): void {
    if (isEscaped) isEscaped = false
    else if (code === escape && escape !== quote) isEscaped = true
    else if (code === quote) {
      isQuoted = false
      hasClosed = true
    } else note(code)
  }

  function outside(code: number): void {
    const wasClosed = hasClosed
    hasClosed = false
    if (code === quote && (isAtStart || wasClosed)) isQuoted = true
    else if (code === newline || code === carriageReturn) end()
    else if (code === delimiter) isAtStart = true
    else note(code)
  }

  function note(code: number): void {
    isAtStart = false
    if (blankWord.has(code)) mayHaveText = true
    else if (!isSpace(code)) hasText = true
  }

  function take(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (isQuoted) inQuotes(code)
      else outside(code)
    }
  }

  return { take, end, counted: () => ({ sure, most }) }
}
