/** What a spreadsheet would run, also behind blanks and quotes and in full width (attack F1). */
const formula = /^(?:[\s\0"']*[=+\-@＝＋－＠]|[\t\r\n])/
/** Numbers, telephone numbers and masked ones stay as they are. */
const number = /^[+-]?[\d•]+(?:[.,]\d+)*(?:e[+-]?\d+)?$/i

const [newline, quote, apostrophe] = [0x0a, 0x22, Buffer.from("'")]

/** Whether a cell may begin with something to look at: a sign, a blank, or a letter beyond ASCII. */
const isSuspect = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 0x30 || byte === 0x3d || byte === 0x40 || byte >= 0x80),
)

/**
 * Puts an apostrophe before each cell of a CSV file that a spreadsheet would take for a formula.
 * Works on bytes, since the text of most cells need not be known. `counted` is told of lines as they pass.
 */
export async function* withoutFormulas(
  content: AsyncIterable<Uint8Array>,
  delimiter: string,
  counted: (lines: number) => void = () => undefined,
): AsyncIterable<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const part of content) {
    const bytes = Buffer.concat([rest, part])
    const { pieces, end, lines } = disarm(bytes, delimiter.charCodeAt(0))
    counted(lines)
    if (pieces.length > 0) yield Buffer.concat(pieces)
    rest = bytes.subarray(end)
  }
  if (rest.length > 0) yield rest
}

interface Disarmed {
  readonly pieces: Uint8Array[]
  readonly lines: number
  readonly end: number
}

/** The whole lines among the bytes, made harmless, and where they end. */
function disarm(bytes: Buffer, delimiter: number): Disarmed {
  const places: number[] = []
  let [start, end, kept, lines] = [0, 0, 0, 0]
  while (start < bytes.length) {
    const isQuoted = bytes[start] === quote
    const close = isQuoted ? closeOfQuoted(bytes, start) : closeOfPlain(bytes, start, delimiter)
    if (close >= bytes.length) break
    const first = isQuoted ? start + 1 : start
    if (isSuspect[bytes[first] ?? 0] && isFormula(bytes, first, close, isQuoted)) places.push(first)
    start = close + 1
    if (bytes[close] !== newline) continue
    end = start
    kept = places.length
    lines += 1
  }
  return { pieces: pieced(bytes, places.slice(0, kept), end), lines, end }
}

/** Where the delimiter or line end behind a cell stands; the length of the bytes when it is not there yet. */
function closeOfPlain(bytes: Buffer, start: number, delimiter: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== newline) at += 1
  return at
}

function closeOfQuoted(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(quote, start + 1)
  while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2)
  return at < 0 ? bytes.length : at + 1
}

function isFormula(bytes: Buffer, first: number, close: number, isQuoted: boolean): boolean {
  const text = bytes.toString('utf8', first, isQuoted ? close - 1 : close)
  return formula.test(text) && !number.test(text)
}

function pieced(bytes: Buffer, places: readonly number[], end: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let from = 0
  for (const place of places) {
    pieces.push(bytes.subarray(from, place), apostrophe)
    from = place
  }
  if (end > from) pieces.push(bytes.subarray(from, end))
  return pieces
}
