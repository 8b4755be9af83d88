import { sql } from 'kysely'

import type { ImportPreview, ReadingOptions } from '#contract'
import type { Resource, User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import type { StoredFile } from '../files/store.ts'
import { ownUpload } from '../files/uploads.ts'
import { guessMapping } from './columns.ts'
import { countRows } from './count.ts'
import { hashOf } from './hash.ts'
import { inspect } from './inspect.ts'
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
  const total = candidates.length > 0 ? undefined : await countRows(file.id, found, database)
  const warning = await importedBefore(resource, await hashOf(file, database), database)
  return {
    encoding,
    ...(candidates.length > 0 && { encodings: [...candidates] }),
    ...(total !== undefined && { total }),
    delimiter: reading.delimiter,
    headers: [...headers],
    rows: rows.map((cells) => cells.map((cell) => cell.slice(0, cellLength))),
    guess: reading.ignore_first_line
      ? guessMapping(resource, user, headers)
      : headers.map(() => null),
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

/** A sentence when the very same file has been imported into the resource, whoever did it. */
export async function importedBefore(
  resource: Resource,
  sha256: string,
  database: Sql,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select to_char(max(created_at), 'YYYY-MM-DD') as day from imports
    where sha256 = ${sha256} and resource = ${resource.name} and created > 0
    having count(*) > 0`.execute(database)
  return rows[0] && msg('this_file_was_imported_before_on', { day: rows[0].day })
}
