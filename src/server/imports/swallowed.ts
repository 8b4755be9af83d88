import { kindOf } from '#schema'

import type { Conversion } from './convert.ts'
import type { Row } from './reading.ts'

const lineBreak = /\r\n?|\n/

/** In files of so many columns a line with as many delimiters stands in no text by chance. */
const manyColumns = 6

/**
 * Says, in words, when a quote that was left open has made cells of what were lines of the file: a value of one line has
 * several, or the lines within a cell look like rows. Undefined for a row that may be taken as it is.
 */
export function swallowed(
  { cells, line }: Row,
  { columns, options }: Pick<Conversion, 'columns' | 'options'>,
): string | undefined {
  const broken = cells.findIndex((cell) => lineBreak.test(cell))
  if (broken < 0) return undefined
  for (const { index, field, label } of columns) {
    const cell = cells[index]?.trim() ?? ''
    if (lineBreak.test(cell) && kindOf(field).multiline?.(field) !== true) {
      return `Line ${line}: a quote is opened in this row and takes in lines below it, but "${label}" has one line.`
    }
  }
  const width = options.mapping.length
  const isUsual = cells.length === width && width < manyColumns
  if (isUsual || width < 3) return undefined
  const { delimiter } = options.reading
  const looksLikeRow = (text: string) => text.split(delimiter).length >= width
  const hasRows = cells.slice(broken).some((cell) => cell.split(lineBreak).some(looksLikeRow))
  return hasRows
    ? `Line ${line}: a quote is opened in this row and takes in lines below it that look like rows.`
    : undefined
}
