import { mayName } from '#schema'
import { auditTexts, presentAuditEntry, type Behavior } from '#server'

import { lead } from '../lead/lead.ts'
import type { leadChange } from './leadChange.ts'

/** At the word of which record of a resource something was done. */
const idOf = (resource: string) =>
  `case when detail #>> '{told_by,resource}' = '${resource}' then (detail #>> '{told_by,id}')::int end`

/** Values are shown as far as their reader may read them of a lead, contacts masked for everybody. */
export const leadChangeBehavior: Behavior<typeof leadChange> = {
  view: `
    select id, at as created_at, at as updated_at, 1 as version, record_id as lead, user_id as "user",
      ${idOf('broker_departments')} as department, ${idOf('send_integrations')} as integration,
      action as event, changed_fields(before, after) as changed, detail ->> 'note' as note, job_id as job,
      jsonb_build_object('before', before, 'after', after) as detail
    from audit_log
    where resource = 'leads' and record_id is not null and (before is not null or after is not null)
      and action in ('create', 'update', 'delete', 'restore')`,

  present(entry, user, backend) {
    const { resource: _, ...change } = presentAuditEntry(
      { ...entry, resource: lead.name },
      user,
      backend,
    )
    // That a field which few may know of was changed is theirs to know too.
    return {
      ...change,
      changed: change.changed?.filter((name) => mayName(user, name, lead)) ?? null,
    }
  },

  textsInFiles: (entries, context) =>
    auditTexts(
      entries.map(({ detail }) => ({ resource: lead.name, detail })),
      context,
    ),
}
