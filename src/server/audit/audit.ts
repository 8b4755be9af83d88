import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { prepared } from '../database/connection.ts'

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

/** Writes audit rows at once; they are the source of live events too. A write of a record leaves them to its unit of work. */
export async function recordAudit(database: Sql, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length > 0) await sql`${prepared} ${auditInsert(entries)}`.execute(database)
}

/** Returns the statement that writes audit rows in their order; a second one beside it would have no order with it. */
export function auditInsert(entries: readonly AuditEntry[]): RawBuilder<unknown> {
  return sql`
    insert into audit_log
      (user_id, action, resource, record_id, version, before, after, detail, job_id, ip, user_agent)
    select user_id, action, resource, record_id, version, before, after, detail, job_id, ip, user_agent
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(entries)}::jsonb)`
}
