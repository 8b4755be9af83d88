/** Where a cell may begin in the eyes of some spreadsheet: behind the delimiters of all countries, and line ends. */
const border = String.raw`[;,\t|\r\n]`

/** How the parts of a formula look. Spreadsheets pass over blanks and quotes, and know signs in full width. */
interface Script {
  readonly blank: string
  readonly sign: string
  readonly digit: string
  /** What ends a cell within its row. */
  readonly end: string
}

const text: Script = {
  blank: String.raw`[^\S\t\r\n]|[\0"']`,
  sign: String.raw`[=+\-@＝＋－＠]`,
  digit: String.raw`[\d•]`,
  end: '$',
}

/** The same in UTF-8 that is read as Latin-1, a character for each byte: what most cells say need not be known. */
const bytes: Script = {
  blank: String.raw`[ \v\f\0"']|\xC2\xA0|\xE1\x9A\x80|\xE2\x80[\x80-\x8A\xA8\xA9\xAF]|\xE2\x81\x9F|\xE3\x80\x80|\xEF\xBB\xBF`,
  sign: String.raw`[=+\-@]|\xEF\xBC[\x9D\x8B\x8D\xA0]`,
  digit: String.raw`(?:\d|\xE2\x80\xA2)`,
  end: '"(?!")',
}

/** Matches before what would run (attack F1). Numbers, telephone numbers and masked ones stay as they are. */
function formula({ blank, sign, digit, end }: Script, quote = ''): string {
  const number = String.raw` *[+-]?${digit}+(?:[.,]\d+)*(?:[eE][+-]?\d+)?(?:${border}|${end})`
  return `(?=(?:${blank})*(?:${sign}))(?!${quote}${number})`
}

/** A tab at the beginning of a cell can be told from the delimiter behind a cell only where it is none. */
function suspects(delimiter: string): RegExp {
  const first = delimiter === '\t' ? String.raw`'*\r|'+\t` : String.raw`'*[\t\r]`
  return new RegExp(`${border}(?:${formula(bytes, '"?')}|"(?=${first}))`, 'g')
}

const apostrophe = Buffer.from("'")

/**
 * Puts an apostrophe before whatever a spreadsheet would take for a formula, wherever in the cell a spreadsheet of another
 * country begins a new one. Takes a CSV file whose cells stand in quotes.
 */
export async function* withoutFormulas(
  content: AsyncIterable<Uint8Array>,
  delimiter: string,
): AsyncIterable<Uint8Array> {
  const pattern = suspects(delimiter)
  // Each piece begins with the line end before it, so that the first cell has a border too.
  let rest: Uint8Array = Buffer.from('\n')
  for await (const part of content) {
    const piece = Buffer.concat([rest, part])
    const end = piece.lastIndexOf('\n')
    if (end > 0) yield disarmed(piece.subarray(0, end + 1), pattern)
    rest = piece.subarray(end)
  }
  if (rest.length > 1) yield disarmed(Buffer.from(rest), pattern)
}

/** The bytes behind the first one, made harmless. */
function disarmed(piece: Buffer, pattern: RegExp): Uint8Array {
  const parts: Uint8Array[] = []
  let from = 1
  for (const { index } of piece.toString('latin1').matchAll(pattern)) {
    const place = index + 1 + Number(isOpened(piece, index + 1))
    parts.push(piece.subarray(from, place), apostrophe)
    from = place
  }
  parts.push(piece.subarray(from))
  return parts.length === 1 ? piece.subarray(1) : Buffer.concat(parts)
}

const quote = 0x22

/** Whether a cell begins here with its quote: those within a cell come in pairs. */
function isOpened(piece: Uint8Array, start: number): boolean {
  let at = start
  while (piece[at] === quote) at += 1
  return (at - start) % 2 === 1
}

const guards = new RegExp(
  `^'(?=(?:${text.blank})*(?:${text.sign})|'*[\\t\\r])|(?<=${border})'(?=${formula(text)})`,
  'g',
)

/** The text of a cell as it was before `withoutFormulas`: an import takes our own exports as they are. */
export const unguarded = (cell: string): string =>
  cell.includes("'") ? cell.replaceAll(guards, '') : cell
