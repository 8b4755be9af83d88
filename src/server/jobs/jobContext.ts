import { sql } from 'kysely'

import type { User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import type { JobContext } from './kind.ts'
import { userColumns, type UserRow } from '../database/userColumns.ts'

/** Ends a chunk whose job is cancelled while it is under way; nothing of the chunk is kept. */
export class JobCancelled extends Error {}

/** Milliseconds between two words about the same chunk. */
const tellEvery = 500

/**
 * Tells how far a chunk is, beside its transaction, which other connections cannot see. `pending` stays: what is not committed
 * is still to be done. The embedded database has no second connection, and small chunks.
 */
export function createReached(backend: Backend, job: number): JobContext['reached'] {
  const { database } = backend
  let toldAt = Date.now()
  return async (items) => {
    if (database.kind === 'embedded' || Date.now() - toldAt < tellEvery) return
    toldAt = Date.now()
    const { numAffectedRows } = await sql`
      update jobs set processed = least(total, total - pending + ${items}::integer),
        progress = least(99, (total - pending + ${items}::integer) * 100 / greatest(total, 1)),
        updated_at = clock_timestamp()
      where id = ${job} and state <> 'cancelling'`.execute(database.sql)
    if (numAffectedRows === 0n) throw new JobCancelled()
    backend.commits.emit('commit')
  }
}

/** A user with the permissions of this moment; undefined when there is none who may sign in. */
export async function loadUser(
  backend: Pick<Backend, 'resource'>,
  database: Sql,
  id: number,
): Promise<User | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns(backend)}
    from users u where u.id = ${id} and u.is_active and u.deleted_at is null`.execute(database)
  const row = rows[0]
  return row && { ...row, permissions: new Set(row.permissions) }
}
