/** The SQL of `waits_for`: the first thing that keeps the send `d` in line, looked up when it is shown. */
export const waitsForSql = `
  select case
    when not d.is_again and j.state = 'paused' then 'job'
    when i.state is distinct from 'active' or not i.push_active then 'integration'
    when d.next_attempt_at > now() then
      case when not d.is_again and jsonb_typeof(j.parameters -> 'pacing') = 'object' then 'pace' else 'time' end
    when i.rate_count is not null and i.next_call_at > now() then 'rate'
    else 'call' end
  from (select) one
    left join jobs j on j.id = d.job
    left join send_integrations i on i.id = d.integration
  where d.state in ('pending', 'waiting') and d.failure_status is null`
