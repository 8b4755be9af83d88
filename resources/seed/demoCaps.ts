import { sql } from 'kysely'

import type { Sql } from '#server'

/** Fills the counters of today's caps: what the desks of the demo have taken today, by their own clocks, holds a place. */
export async function addCapCounters(database: Sql): Promise<void> {
  await sql`
    with taken as (
      update sends s set reserved = jsonb_build_array(c.key)
      from (
        select d.id, date_trunc('day', now(), d.timezone) as since,
          concat('day|accepted|||', (now() at time zone d.timezone)::date) as key
        from department_caps one join broker_departments d on d.id = one.department
        where one.period = 'day' and one.counts = 'accepted'
      ) c
      where s.department = c.id and s.state in ('sent', 'returned', 'unknown')
        and coalesce(s.sent_at, s.created_at) >= c.since
      returning s.department, c.key
    )
    insert into cap_counters (department, key, used)
    select department, key, count(*)::integer from taken group by department, key`.execute(database)
}
