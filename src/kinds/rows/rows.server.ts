import type { Field } from '../field.ts'
import { type ExportContext, importText, serverKindOf, type ServerKind } from '../kind.server.ts'
import { kindOf } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { takeValue, withPlace } from '../take.ts'
import { msg } from '../../texts/serverMsg.ts'
import { inFile, partRows } from './partRows.ts'
import type { RowsField } from './rows.ts'

export const rowsServer: ServerKind<RowsField> = {
  json: true,
  exportSql(column, { cells }, context) {
    const texts = Object.entries<Field>(cells).map(([name, cell]) => cellSql(name, cell, context))
    return `(select string_agg(${texts.join(` || ' | ' || `)}, '; ' order by place) from
      jsonb_array_elements((${column})::jsonb) with ordinality as listed (item, place))`
  },
  exportText: (rows, { cells }, context) =>
    rows
      .map((row) =>
        Object.entries<Field>(cells).map(([name, cell]) => cellText(row[name], cell, context)),
      )
      .map((texts) => texts.join(' | '))
      .join('; '),
  importText(text, field, context) {
    const cells = Object.entries<Field>(field.cells)
    const rows = partRows(text, inFile).map((texts, at) => {
      if (texts.length > cells.length) {
        throw new ValueError('bad_rows', msg('a_row_has_cells', { max: cells.length }))
      }
      return Object.fromEntries(
        cells.map(([name, cell], index) => {
          const part = texts[index]
          try {
            return [name, part ? importText(part, cell, context) : null]
          } catch (error) {
            if (!(error instanceof ValueError)) throw error
            throw new ValueError(error.code, inRow(at, name, cell, error.text))
          }
        }),
      )
    })
    const taken = takeValue(field, rows, undefined)
    if ('value' in taken) return taken.value
    const [problem = { path: [], message: msg('send_a_list') }] = taken.problems
    const [at, name] = problem.path
    const cell = field.cells[String(name)]
    const isPlaced = typeof at === 'number' && cell
    throw new ValueError(
      'bad_rows',
      isPlaced ? inRow(at, String(name), cell, problem.message) : withPlace(problem),
    )
  },
}

const inRow = (at: number, name: string, { options }: Field, problem: string) =>
  msg('of_row', { row: at + 1, field: options.label ?? name, problem })

/** What parts rows and cells in a file, and blanks that reading would lose. */
const special = /["|;\r\n]|^\s|\s$/

function cellText(value: unknown, cell: Field, context?: ExportContext): string {
  if (value === null || value === undefined) return ''
  const text = serverKindOf(cell).exportText?.(value, cell, context) ?? String(value)
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The same in SQL. The names of cells come from the declaration and have only letters, digits and _. */
function cellSql(name: string, cell: Field, context?: ExportContext): string {
  const { exportSql = (column: string) => column } = serverKindOf(cell)
  const value = exportSql(`(item ->> '${name}')::${kindOf(cell).column(cell)}`, cell, context)
  return `coalesce((select case when text ~ '["|;\\r\\n]|^\\s|\\s$'
    then '"' || replace(text, '"', '""') || '"' else text end from (select (${value})::text) as one (text)), '')`
}
