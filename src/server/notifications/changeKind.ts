import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import type { Author } from '../kernel/guard.ts'
import type { Sql } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { listKinds } from './noticeKinds.ts'

/** Turns a kind of which the user was told off or on, in the running transaction. Throws 404 for any other. */
export async function changeKind(
  database: Sql,
  { author, id, event, is_quiet }: { author: Author; id: number; event: string; is_quiet: boolean },
): Promise<void> {
  const known = await listKinds(database, id)
  if (!known.some((one) => one.event === event)) throw notFound()
  const without = sql`array_remove(coalesce(users.quiet_events, '{}'), ${event}::text)`
  const changed = is_quiet ? sql`array_append(${without}, ${event}::text)` : without
  const { rows } = await sql<Record<'before' | 'after', string[] | null> & { version: number }>`
    with known as (select id, quiet_events from users where id = ${id} for update)
    update users set quiet_events = ${changed}, version = version + 1, updated_at = now()
    from known where users.id = known.id
    returning users.version, known.quiet_events as before, users.quiet_events as after`.execute(
    database,
  )
  const [row] = rows
  if (!row) throw notFound()
  await recordAudit(database, {
    ...author,
    action: 'update',
    resource: 'users',
    record_id: id,
    version: row.version,
    before: { quiet_events: row.before },
    after: { quiet_events: row.after },
  })
}
