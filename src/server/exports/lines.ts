import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { columnsOf } from './columns.ts'
import {
  inOrder,
  isPresented,
  orderOfExport,
  rowsLimit,
  type Exported,
  type Layout,
  type Page,
} from './pages.ts'
import { inlined } from './literals.ts'
import { linesOfIds } from './linesOfIds.ts'
import { presentedLines } from './presentedLines.ts'

/** The lines of a page as CSV, every cell in quotes: spreadsheets of all countries part them alike. */
export function linesOf(exported: Exported, { ids }: Page, layout: Layout) {
  if (ids === undefined) return allLines(exported, layout)
  return isPresented(exported)
    ? presentedLines(exported, ids, layout)
    : linesOfIds(exported, ids, layout)
}

/** COPY is several times quicker than rows, and no file is ever in memory. */
async function* allLines(exported: Exported, { delimiter, written }: Layout) {
  const { backend, columns } = exported
  const { cells, joins } = columnsOf(exported, exported.cells, columns)
  const records = inlined(inOrder(exported, sql`t.*`, rowsLimit), backend.database.sql)
  const order = inlined(orderOfExport(exported), backend.database.sql)
  // No cell of a person can look like it.
  const mark = `${randomBytes(12).toString('base64url')}#`
  const copy = backend.database.copyOut(`
    copy (select ${[`'${mark}' || t.id`, ...cells].join(', ')} from (${records}) t ${joins} order by ${order})
    to stdout (format csv, force_quote *, delimiter '${delimiter}')`)
  yield* withoutIds(copy, new RegExp(`"${mark}(\\d+)".?`, 'g'), written)
}

/** Takes the first cell and the delimiter behind it off each line, and notes the id that it holds. */
async function* withoutIds(content: AsyncIterable<Uint8Array>, idCell: RegExp, written: number[]) {
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const part of content) {
    const piece = Buffer.concat([rest, part])
    const end = piece.lastIndexOf('\n') + 1
    const text = piece.toString('latin1', 0, end).replaceAll(idCell, (_cell, id: string) => {
      written.push(Number(id))
      return ''
    })
    yield Buffer.from(text, 'latin1')
    rest = piece.subarray(end)
  }
}
