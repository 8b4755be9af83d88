/** The first thing that keeps the send `d` in line, looked up when it is shown, and all that it depends on. */
const inLine = `
  from (select) one
    left join jobs j on j.id = d.job and not d.is_again
    left join brokers b on b.id = d.broker
    left join broker_departments e on e.id = d.department
    left join send_integrations i on i.id = d.integration
    cross join lateral (select case
      when j.state = 'paused' then 'job'
      when not b.is_active then 'broker'
      when not e.is_active then 'department'
      when i.state is distinct from 'active' or not i.push_active then 'integration'
      when d.failure_status = 'Cap reached' then 'cap'
      when d.failure_status = 'Outside opening hours' then 'hours'
      when d.failure_status = 'Same affiliate company' then 'company'
      when d.failure_status = 'No capacity' then 'room'
      when d.next_attempt_at > now() then case
        when d.failure_status is not null then 'retry'
        when jsonb_typeof(j.parameters -> 'pacing') = 'object' then 'pace'
        else 'time' end
      when i.rate_count is not null and i.next_call_at > now() then 'rate'
      else 'call' end as what) line
  where d.state in ('pending', 'waiting', 'retrying')`

/** The SQL of `waits_for`. */
export const waitsForSql = `select line.what ${inLine}`

/** What rests, and what its change in the audit log has set; of a job the log tells no values. */
const resting = `(values
  ('job', 'jobs', j.id, null, null, j.message),
  ('broker', 'brokers', b.id, 'is_active', 'false', null),
  ('department', 'broker_departments', e.id, 'is_active', 'false', e.pause_reason),
  ('integration', 'send_integrations', i.id,
    case i.state when 'active' then 'push_active' else 'state' end,
    case i.state when 'active' then 'false' else i.state end, i.pause_reason)
) rest (what, resource, id, field, value, reason)`

/** What rests, as `rest`, and when and by whom it was last paused, as `paused`. */
const pausedSql = `
  from (select) own left join ${resting} on rest.what = line.what
    left join lateral (
      select a.at, a.user_id from audit_log a
      where a.record_id = rest.id and a.resource = rest.resource
        -- One that has paused itself says why.
        and case rest.what when 'job' then a.action = 'pause' and j.message is null
          else a.after ->> rest.field = rest.value end
      order by a.id desc limit 1
    ) paused on true`

/** The SQL of `wait`: see `Wait`. */
export const waitSql = `
  select (
    select jsonb_build_object('since', coalesce(paused.at, case rest.what when 'job' then j.updated_at end),
      'reason', coalesce(rest.reason, d.failure_message), 'calls', i.concurrency,
      'until', case
        when line.what in ('hours', 'company', 'room', 'retry', 'time', 'pace') then d.next_attempt_at
        when line.what = 'cap' and d.failure_message not like '%a_cap_in_all%' then d.next_attempt_at
        when line.what = 'rate' then i.next_call_at end)
    ${pausedSql}
  ) ${inLine}`

/** The SQL of `paused_by`. */
export const pausedBySql = `
  select (select u.name ${pausedSql} join users u on u.id = paused.user_id) ${inLine}`
