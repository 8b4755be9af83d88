import { sql } from 'kysely'

import type { Watch } from './watch.server.ts'

const day = sql`now() - interval '1 day'`

/** What goes wrong with sends. */
export const sendWatches: readonly Watch[] = [
  {
    event: 'sent_without_id',
    title: 'Leads are sent without an ID',
    message: '%{name} took leads in the last hour and told no ID of %{count} of them.',
    to: 'send.integration.update',
    resource: 'send_integrations',
    found: sql`
      select i.id, i.name, count(*)::integer as count, ${day} as since
      from sends s join send_integrations i on i.id = s.integration
      where s.state = 'sent' and s.api_lead_id is null and s.sent_at > now() - interval '1 hour'
      group by i.id`,
  },
  {
    event: 'unknown_waiting',
    title: 'Sends need a check',
    message: '%{count} sends to %{name} have had an unknown outcome for more than an hour.',
    to: 'lead.history.resolve',
    resource: 'broker_departments',
    found: sql`
      select d.id, d.branch_name as name, count(*)::integer as count, ${day} as since
      from sends s join broker_departments d on d.id = s.department
      where s.state = 'unknown' and coalesce(s.answered_at, s.updated_at) < now() - interval '1 hour'
      group by d.id`,
  },
  {
    event: 'department_closed',
    title: 'Leads wait for a department that is closed',
    message: '%{count} leads wait until %{name} opens.',
    to: 'broker.department.update',
    resource: 'broker_departments',
    found: sql`
      select d.id, d.branch_name as name, count(*)::integer as count, ${day} as since
      from sends s join broker_departments d on d.id = s.department
      where s.state = 'waiting' and s.failure_status = 'Outside opening hours'
        and s.next_attempt_at > now()
      group by d.id`,
  },
]
