import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { ImportPreview, ReadingOptions } from '#contract'
import { type Resource, type User, guessMapping } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { type StoredFile, readFile } from '../files/store.ts'
import { ownUpload } from '../files/uploads.ts'
import { readText } from './rows/readText.ts'
import { inspect } from './rows/sample.ts'
import { columnLabels } from './columnLabels.ts'
import type { Inspection } from '../../csv/inspect.ts'
import { countRows } from '../../csv/countRows.ts'
import { msg } from '../../texts/serverMsg.ts'

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

/** A file that this user uploaded for an import of this resource. */
export async function uploadFor(
  backend: Backend,
  resource: Resource,
  user: User,
  id: string,
): Promise<StoredFile> {
  const file = await ownUpload(backend, user, id)
  if (file.purpose !== `import:${resource.name}`) throw notFound()
  return file
}

/** A sentence when the very same file has been imported into the resource, by any user, and was not undone as a whole. */
export async function importedBefore(
  resource: Resource,
  sha256: string,
  database: Sql,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select to_char(max(created_at), 'Mon DD, YYYY') as day from imports
    where sha256 = ${sha256} and resource = ${resource.name} and created > 0
      and undone < created + updated
    having count(*) > 0`.execute(database)
  return rows[0] && msg('this_file_was_imported_before_on', { day: rows[0].day })
}

/** SHA-256 of a complete file in hexadecimal digits; worked out once and kept beside it. */
export async function hashOf(file: StoredFile, database: Sql): Promise<string> {
  const known = file.metadata['sha256']
  if (typeof known === 'string') return known
  const hash = createHash('sha256')
  for await (const piece of readFile(database, file.id)) hash.update(piece)
  const digest = hash.digest('hex')
  await sql`
    update files set metadata = metadata || jsonb_build_object('sha256', ${digest}::text)
    where id = ${file.id}`.execute(database)
  return digest
}

/** The rows of a whole stored file that are not blank. */
const countStored = (file: string, found: Inspection, database: Sql): Promise<number> => {
  const { encoding, mark } = found
  const bytes =
    encoding === 'utf-8' ? readText(database, file, mark) : readFile(database, file, { from: mark })
  return countRows(bytes, found)
}
