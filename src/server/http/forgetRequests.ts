import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { termsNow } from '../kernel/terms.ts'

/** Minutes by which it looks back further than before: longer than runs are apart. */
const overlap = 10_080

/** Returns what forgets the requests whose time is over, and before that their bodies, where a business lists them. */
export function createForgetRequests(backend: Pick<Backend, 'business'>) {
  /** The age in minutes from which bodies were forgotten last: all at first, for processes may have been away. */
  let emptyFrom = Infinity
  return async (database: Sql): Promise<void> => {
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('public.requests') is not null as exists`.execute(database)
    if (!rows[0]?.exists) return
    const { requests, request_bodies: bodies } = await termsNow(backend, database)
    if (requests !== null) {
      await sql`delete from requests where created_at < ${ago(requests)}`.execute(database)
    }
    if (bodies === null) return
    const oldest = Number.isFinite(emptyFrom) ? ago(emptyFrom + overlap) : sql`'-infinity'`
    await sql`
      update requests set request = null, response = null
      where created_at < ${ago(bodies)} and created_at > ${oldest}
        and (request is not null or response is not null)`.execute(database)
    emptyFrom = bodies
  }
}

const ago = (minutes: number) => sql`now() - ${minutes} * interval '1 minute'`
