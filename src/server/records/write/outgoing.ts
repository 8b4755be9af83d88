import { sql, type RawBuilder } from 'kysely'

import type { AuditEntry } from '../../audit/audit.ts'
import type { Backend } from '../../kernel/backend.ts'

/** Whether a behavior waits for what an audit row tells. */
export const isAwaited = ({ business }: Pick<Backend, 'business'>, entry: AuditEntry): boolean =>
  entry.record_id !== undefined &&
  business.behaviors[entry.resource ?? '']?.after?.[entry.action] !== undefined

/** Returns the statement that notes what is to be done once these writes are committed. */
export const outgoingInsert = (entries: readonly AuditEntry[]): RawBuilder<unknown> => sql`
  insert into outgoing (resource, action, record_id, user_id)
  select resource, action, record_id, user_id
  from jsonb_populate_recordset(null::outgoing, ${JSON.stringify(entries)}::jsonb)`
