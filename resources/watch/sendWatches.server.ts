import { sql } from 'kysely'

import type { Watch } from './watch.server.ts'

const day = sql`now() - interval '1 day'`

/** Fewer sends say nothing of a share. */
const fewest = 20
/** Points of a percentage that a share does not go up or down by chance (product.md 16.2). */
const farOff = 30

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
      where s.state = 'sent' and not s.is_test and s.api_lead_id is null and s.sent_at > now() - interval '1 hour'
        -- Elsewhere they are found by our key, or by e-mail and phone (product.md 7.4, 9.2).
        and i.pull_mode = 'ids'
      group by i.id`,
  },
  {
    event: 'unknown_waiting',
    title: 'Sends need a check',
    message:
      'One send to %{name} has had an unknown outcome for more than an hour. |||| %{count} sends to %{name} have had an unknown outcome for more than an hour.',
    to: 'lead.history.resolve',
    resource: 'broker_departments',
    found: sql`
      select d.id, d.branch_name as name, count(*)::integer as count, ${day} as since
      from sends s join broker_departments d on d.id = s.department
      where s.state = 'unknown' and not s.is_test and coalesce(s.answered_at, s.updated_at) < now() - interval '1 hour'
      group by d.id`,
  },
  {
    event: 'success_share',
    title: 'A department takes another share of leads than before',
    message:
      '%{name} took %{share}% of %{count} leads in the last hour, and %{usual}% of those of the week before. Look at its answers: their words may have changed.',
    to: 'send.integration.update',
    resource: 'broker_departments',
    found: sql`
      select d.id, d.branch_name as name, now.count, now.share::integer as share,
        usual.share::integer as usual, now() - interval '6 hours' as since
      from (
        select department, count(*)::integer as count,
          100.0 * count(*) filter (where state in ('sent', 'returned')) / count(*) as share
        from sends
        where answered_at > now() - interval '1 hour' and not is_test
          and state in ('sent', 'returned', 'rejected', 'failed', 'unknown')
        group by department having count(*) >= ${fewest}::integer
      ) now join broker_departments d on d.id = now.department
      cross join lateral (
        select sum(accepted + rejected + failed + unknown + returned) as count,
          100.0 * sum(accepted + returned) / sum(accepted + rejected + failed + unknown + returned) as share
        from send_days
        where department = d.id and zone = 'UTC' and is_short and tag is null and not is_test
          and day between (now() at time zone 'UTC')::date - 7 and (now() at time zone 'UTC')::date - 1
      ) usual
      where usual.count >= ${fewest}::integer and abs(now.share - usual.share) >= ${farOff}::integer`,
  },
  {
    event: 'department_closed',
    title: 'Leads wait for a department that is closed',
    message: 'One lead waits until %{name} opens. |||| %{count} leads wait until %{name} opens.',
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
