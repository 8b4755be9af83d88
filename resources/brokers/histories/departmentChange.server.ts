import { presentAuditEntry, type Behavior } from '#server'

import type { departmentChange } from './departmentChange.ts'

/** What the log tells of the records `r` of a resource, whose department is `department`. */
const logged = (resource: string, department: string) => `
  select a.id, a.at as created_at, a.at as updated_at, 1 as version, ${department} as department,
    a.user_id as "user", a.resource as part,
    case a.resource when 'send_integrations' then a.record_id end as integration,
    a.action as event, jsonb_build_object('before', a.before, 'after', a.after) as detail
  from ${resource} r join audit_log a on a.record_id = r.id
  where a.resource = '${resource}' and (a.before is not null or a.after is not null)
    and a.action in ('create', 'update', 'delete', 'restore')`

/** Values are shown as far as their reader may read them of the department or the integration. */
export const departmentChangeBehavior: Behavior<typeof departmentChange> = {
  view: `${logged('broker_departments', 'r.id')}
    union all ${logged('send_integrations', 'r.department')}`,

  present(entry, user, backend) {
    const { resource: _, ...change } = presentAuditEntry(
      { ...entry, resource: entry.part },
      user,
      backend,
    )
    return change
  },
}
