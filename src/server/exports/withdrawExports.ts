import { sql } from 'kysely'

import { failJob } from '../jobs/end.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { exportKind, exportType, exportsLock } from './exportJob.ts'

/**
 * Deletes the files of all exports of some resources that hold records, and ends those at work; each says why, as a
 * message. What has written nothing yet goes on: it reads what is left.
 */
export async function withdrawExports(
  resources: readonly string[],
  message: string,
  { backend, sql: database }: { readonly backend: Backend; readonly sql: Sql },
): Promise<void> {
  // What is being written is waited for, and holds its job and its file until then.
  for (const name of resources.toSorted()) {
    await sql`select pg_advisory_xact_lock(${exportsLock(name)})`.execute(database)
  }
  const { rows } = await sql<{ id: number; file: string }>`
    update jobs j set result_file = null, message = ${message}, updated_at = clock_timestamp()
    from files f
    where f.purpose = ${exportType} and f.id::text = j.result ->> 'file' and j.type = ${exportType}
      and j.processed > 0 and j.parameters ->> 'resource' = any(${[...resources]}::text[])
    returning j.id, f.id as file`.execute(database)
  const kindOf = () => exportKind
  for (const { id } of rows) await failJob(id, message, { backend, sql: database, kindOf })
  const files = rows.map(({ file }) => file)
  await sql`delete from files where id = any(${files}::uuid[])`.execute(database)
}
