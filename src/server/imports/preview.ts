import type { ImportPreview, ReadingOptions } from '#contract'
import { type Resource, type User, guessMapping } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { readFile } from '../files/store.ts'
import { readText } from './rows/readText.ts'
import { inspect } from './rows/sample.ts'
import { columnLabels } from './columnLabels.ts'
import type { Inspection } from '../../csv/inspect.ts'
import { countRows } from '../../csv/countRows.ts'
import { uploadFor, importedBefore, hashOf } from './uploadedFile.ts'

/** The longest text of a cell that a preview carries. */
const cellLength = 200

/** What an import of a file would find: its columns, the first rows, and which field each column may be. */
export async function preview(
  backend: Backend,
  resource: Resource,
  user: User,
  { upload_id, ...options }: ReadingOptions,
): Promise<ImportPreview> {
  const { sql: database } = backend.database
  const file = await uploadFor(backend, resource, user, upload_id)
  const found = await inspect(file, options, database)
  const { encoding, candidates, reading, headers, rows } = found
  const total = candidates.length > 0 ? undefined : await countStored(file.id, found, database)
  const warning = await importedBefore(resource, await hashOf(file, database), database)
  return {
    encoding,
    ...(candidates.length > 0 && { encodings: [...candidates] }),
    ...(total !== undefined && { total }),
    delimiter: reading.delimiter,
    headers: [...headers],
    rows: rows.map((cells) => cells.map((cell) => cell.slice(0, cellLength))),
    guess: [
      ...guessMapping(resource, user, headers, 'new', rows, await columnLabels(resource, backend)),
    ],
    ...(warning && { warning }),
  }
}

/** The rows of a whole stored file that are not blank. */
const countStored = (file: string, found: Inspection, database: Sql): Promise<number> => {
  const { encoding, mark } = found
  const bytes =
    encoding === 'utf-8' ? readText(database, file, mark) : readFile(database, file, { from: mark })
  return countRows(bytes, found)
}
