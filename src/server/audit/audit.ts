import { sql } from 'kysely'

import type { Sql } from '../database/database.ts'
import { insertLast } from '../database/tail.ts'

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

/** Writes audit rows in the running transaction; they are the source of live events too. */
export async function recordAudit(database: Sql, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const insert = sql`
    insert into audit_log
      (user_id, action, resource, record_id, version, before, after, detail, job_id, ip, user_agent)
    select user_id, action, resource, record_id, version, before, after, detail, job_id, ip, user_agent
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(entries)}::jsonb)`
  await insertLast(database, insert)
}
