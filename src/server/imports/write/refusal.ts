import { kindOf, ValueError, type Resource } from '#schema'

import type { RowProblem } from '../../kernel/behavior/importHooks.ts'
import { RequestError } from '../../kernel/errors.ts'
import { joinMessages } from '../../records/write/validation/joinMessages.ts'
import { labelOf } from '../rows/columns.ts'
import type { Conversion } from '../rows/conversion.ts'
import type { Row } from '../../../csv/csvRows.ts'
import { msg } from '../../../texts/serverMsg.ts'

/** A row that became none, with a stable code and the reason as a message. */
export interface Refusal {
  readonly row: Row
  readonly code: string
  readonly reason: string
  /** The id of the record that is there already, and the reason for those who may not know which one it is. */
  readonly match?: number
  /** That id, where who brought the file may know it. */
  readonly visibleMatch?: number
  readonly plain?: string
}

export type Problem = RowProblem

/** What is wrong with one cell. */
export interface CellProblem extends Problem {
  /** The name of its field, and the reason without that. */
  readonly field: string
  readonly plain: string
}

export const missed = ({ label }: { label: string }): Problem => ({
  code: 'missing',
  message: msg('field_fill_in_this_field', { field: label }),
})

export const notPermitted: Problem = {
  code: 'not_permitted',
  message: msg('you_may_not_import_a_record_with'),
}

/** Whether there is no such record, or it is none that the user may change, is the same to anyone who asks. */
export const unknownId: Problem = {
  code: 'unknown_id',
  message: msg('you_may_change_no_record_with_this_id'),
}

export const exampleRow: Problem = {
  code: 'example_row',
  message: msg('this_is_the_example_row'),
}

/** A row whose cells cannot be told from its text. */
export const unreadable = (message: string): Problem => ({ code: 'row_unreadable', message })

export const tooWide = (cells: number, columns: number): Problem =>
  unreadable(msg('the_row_has_cells_the_file_columns', { cells, columns }))

export function refusal(row: Row, problems: readonly Problem[]): Refusal {
  const reason = joinMessages(problems.map(({ message }) => message))
  const { code = 'refused', match } = problems[0] ?? {}
  return { row, code, reason, ...(match !== undefined && { match }) }
}

/** What the engine or the business has against a value; anything else is a bug and stops the job. */
export function problemOf(error: unknown, resource: Resource): Problem {
  if (error instanceof ValueError) {
    return { code: error.code, message: labelled(resource, error.field, error.text) }
  }
  if (error instanceof RequestError) {
    const [field = '', messages] = Object.entries(error.errors ?? {})[0] ?? []
    return { code: 'refused', message: labelled(resource, field, messages?.[0] ?? error.text) }
  }
  throw error
}

function labelled(resource: Resource, field: string, message: string): string {
  return field in resource.fields
    ? msg('of_part', { part: labelOf(resource, field), problem: message })
    : message
}

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
  for (const { indexes, field, label } of columns) {
    const hasLines = indexes.some((index) => lineBreak.test(cells[index]?.trim() ?? ''))
    if (hasLines && kindOf(field).multiline?.(field) !== true) {
      return msg('quote_takes_in_lines', { line, label })
    }
  }
  const width = options.mapping.length
  const isUsual = cells.length === width && width < manyColumns
  if (isUsual || width < 3) return undefined
  const { delimiter } = options.reading
  const looksLikeRow = (text: string) => text.split(delimiter).length >= width
  const hasRows = cells.slice(broken).some((cell) => cell.split(lineBreak).some(looksLikeRow))
  return hasRows ? msg('quote_takes_in_rows', { line }) : undefined
}
