import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { readFile, type StoredFile } from '../files/store.ts'

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
