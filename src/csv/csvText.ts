import papa from 'papaparse'

type Rows = readonly (readonly unknown[])[]

/** Rows as lines of a CSV file, every cell in quotes; null is an empty cell. */
export const csvLines = (rows: Rows, newline = '\n', delimiter = ','): string =>
  papa.unparse(
    rows.map((row) => [...row]),
    { quotes: true, newline, delimiter },
  ) + newline

/**
 * Before what a spreadsheet would run as a formula, also one that parts cells at another character: it looks no farther than
 * to the next of these, as each is looked behind.
 */
const formula =
  /^(?=[\s\0"']*[=+\-@＝＋－＠])|(?<=[;,\t|\r\n])(?=(?:[^\S\t\r\n]|[\0"'])*[=+\-@＝＋－＠])/g

/** A file that spreadsheets open in UTF-8, unless its mark is left out, and where no text is taken for a formula. */
export const csvFile = (rows: Rows, { delimiter = ',', bom = true } = {}): string => {
  const safe = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell.replaceAll(formula, "'") : cell)),
  )
  return (bom ? '\uFEFF' : '') + csvLines(safe, '\r\n', delimiter)
}
