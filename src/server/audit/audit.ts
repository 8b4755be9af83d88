import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { atTail, insertLast } from '../database/tail.ts'

/** One line of the audit log. `before` and `after` hold the changed fields only, never a password or secret. */
export interface AuditEntry {
  user_id?: number | null
  /** `create`, `update`, `delete`, the name of an action, `login`, `export` … */
  action: string
  resource?: string
  record_id?: number
  version?: number
  before?: object
  after?: object
  detail?: object
  job_id?: number | null
  ip?: string
  user_agent?: string
}

const waiting = new WeakMap<Sql, AuditEntry[]>()

/**
 * Writes audit rows in the running transaction; they are the source of live events too. Those of a transaction with a
 * tail are one insert, for rows of several inserts in one statement have no order.
 */
export async function recordAudit(database: Sql, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const known = waiting.get(database)
  if (known && known.length > 0) return void known.push(...entries)
  const rows = [...entries]
  if (atTail(database, () => insertOf(rows.splice(0)))) waiting.set(database, rows)
  else await insertLast(database, insertOf(rows))
}

function insertOf(entries: readonly AuditEntry[]): RawBuilder<unknown> {
  return sql`
    insert into audit_log
      (user_id, action, resource, record_id, version, before, after, detail, job_id, ip, user_agent)
    select user_id, action, resource, record_id, version, before, after, detail, job_id, ip, user_agent
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(entries)}::jsonb)`
}
