import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { exportType } from './exportJob.ts'

/**
 * Deletes the files of all exports of some resources, also of those at work, which end then without a file. What has ended
 * says why, as a message.
 */
export async function withdrawExports(
  resources: readonly string[],
  message: string,
  database: Sql,
): Promise<void> {
  // Jobs at work are left to their worker: it holds the row and waits for the file.
  await sql`
    with gone as (
      delete from files f using jobs j
      where f.purpose = ${exportType} and j.type = ${exportType}
        and j.parameters ->> 'resource' = any(${[...resources]}::text[])
        and j.result ->> 'file' = f.id::text
      returning j.id
    )
    update jobs set result_file = null, message = ${message}, updated_at = clock_timestamp()
    where id in (select id from gone) and state in ('finished', 'failed')`.execute(database)
}
