import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import type { Session } from '../kernel/guard.ts'
import { endOfSession } from './sessions.ts'

const minute = 60_000

/** Writes down, beside the requests and at most once a minute each, when sessions and users were last seen. A used session ends later. */
export function createTouch({ database, log }: Pick<Backend, 'database' | 'log'>) {
  let seen = new Map<number, number>()
  let forgottenAt = Date.now()
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  /** @param usedAt When the database last heard of the session. */
  function used(session: Session, usedAt: number): void {
    const now = Date.now()
    if (now - Math.max(usedAt, seen.get(session.id) ?? 0) < minute || isClosed) return
    if (now - forgottenAt > 10 * minute) {
      seen = new Map()
      forgottenAt = now
    }
    seen.set(session.id, now)
    writing = writing.then(() => write(session))
  }

  async function write({ id, user }: Session): Promise<void> {
    try {
      await sql`
        update sessions set last_used_at = now(), expires_at = ${endOfSession(sql.ref('created_at'))}
        where id = ${id}`.execute(database.sql)
      await sql`update users set last_active_at = now() where id = ${user.id}`.execute(database.sql)
    } catch (error) {
      log.warn({ err: error }, 'The time of last use was not written.')
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    await writing
  }

  return { used, close }
}
