import { sql, type RawBuilder } from 'kysely'

import { ownValue, type PlainResource } from '#schema'

import type { AuditEntry } from '../../audit/audit.ts'
import type { AfterWork, Backend } from '../../kernel/backend.ts'

/** Returns what a behavior does once something has been done to a record. */
export function workAfter(
  { business }: Pick<Backend, 'business'>,
  { resource = '', action }: Pick<AuditEntry, 'resource' | 'action'>,
): AfterWork<PlainResource> | undefined {
  const works: Readonly<Record<string, AfterWork<PlainResource> | undefined>> =
    business.behaviors[resource]?.after ?? {}
  return ownValue(works, action)
}

/** Whether a behavior waits for what an audit row tells. */
export const isAwaited = (backend: Pick<Backend, 'business'>, entry: AuditEntry): boolean =>
  entry.record_id !== undefined && workAfter(backend, entry) !== undefined

/** Returns the statement that notes what is to be done once these writes are committed. */
export const outgoingInsert = (entries: readonly AuditEntry[]): RawBuilder<unknown> => sql`
  insert into outgoing (resource, action, record_id, user_id)
  select resource, action, record_id, user_id
  from jsonb_populate_recordset(null::outgoing, ${JSON.stringify(entries)}::jsonb)`
