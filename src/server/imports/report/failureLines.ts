import { sql } from 'kysely'

import { ownColumns } from '#schema'

import { isBlank } from '../../../csv/csvRows.ts'
import { csvLines } from '../../../csv/csvText.ts'
import type { Sql } from '../../kernel/database.ts'
import { unguarded } from '../../files/formulas.ts'
import type { StoredOptions } from '../storedOptions.ts'

interface Failure {
  readonly row_number: number
  readonly code: string
  readonly reason: string
  readonly cells: readonly string[]
  readonly match: number | null
}

const pageRows = 500

export async function* lines(
  id: number,
  { headers, reading, words }: StoredOptions & { words(reason: string): string },
  added: readonly string[],
  database: Sql,
): AsyncIterable<Uint8Array> {
  const own = headers.slice(0, ownColumns(headers))
  yield Buffer.from(csvLines([[...own, ...added]]))
  let last = 0
  for (;;) {
    const { rows } = await sql<Failure>`
      select row_number, code, reason, cells, match from import_failures
      where import_id = ${id} and row_number > ${last}
      order by row_number limit ${pageRows}`.execute(database)
    if (rows.length === 0) return
    yield Buffer.from(
      csvLines(
        rows.map((row) => lineOf({ ...row, reason: words(row.reason) }, own.length, reading)),
      ),
    )
    last = rows.at(-1)?.row_number ?? last
  }
}

/** Cells beyond the last column would move the reason out of its own. The report is a CSV, where `Empty` is a word. */
function lineOf(
  { cells, row_number, code, reason, match }: Failure,
  width: number,
  reading: StoredOptions['reading'],
): string[] {
  const own = Array.from({ length: width }, (_, index) =>
    isBlank(cells[index], reading) ? '' : unguarded(cells[index] ?? ''),
  )
  const result = code.startsWith('duplicate') ? 'duplicate' : 'refused'
  return [...own, String(row_number), result, code, reason, match === null ? '' : String(match)]
}
