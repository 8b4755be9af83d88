import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import type { JobContext } from './kind.ts'

/** Ends a chunk whose job is cancelled while it is under way; nothing of the chunk is kept. */
export class JobCancelled extends Error {}

/** Milliseconds between two words about the same chunk. */
const tellEvery = 500

/**
 * Tells how far a chunk is, beside its transaction, which nobody else can see. `pending` stays: what is not committed
 * is still to be done. The embedded database has no second connection, and small chunks.
 */
export function createReached(backend: Backend, job: number): JobContext['reached'] {
  const { database } = backend
  let told = Date.now()
  return async (items) => {
    if (database.kind === 'embedded' || Date.now() - told < tellEvery) return
    told = Date.now()
    const { numAffectedRows } = await sql`
      update jobs set processed = least(total, total - pending + ${items}::integer),
        progress = least(99, (total - pending + ${items}::integer) * 100 / greatest(total, 1)),
        updated_at = clock_timestamp()
      where id = ${job} and state <> 'cancelling'`.execute(database.sql)
    if (numAffectedRows === 0n) throw new JobCancelled()
    backend.commits.emit('commit')
  }
}
