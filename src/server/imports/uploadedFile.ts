import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Resource, User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { type StoredFile, readFile } from '../files/store.ts'
import { ownUpload } from '../files/uploads.ts'
import { msg } from '../../texts/serverMsg.ts'

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
