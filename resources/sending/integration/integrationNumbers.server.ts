/** How the sends of an integration ended within a day, of those that have an end, and since when they end badly. */
const dayOf = (integration: string) => `
  select count(*) as calls, count(*) filter (where is_taken) as sent,
    count(*) filter (where state = 'unknown') as unknown,
    min(at) filter (where not is_taken) as bad_since,
    min(at) filter (where state = 'unknown') as unknown_since,
    min(at) filter (where not is_taken and at > coalesce(${integration}.push_ok_at, '-infinity')) as only_bad_since,
    (array_agg(failure_status order by at desc) filter (where not is_taken))[1] as bad_last,
    (array_agg(failure_status order by at desc) filter (where state = 'unknown'))[1] as unknown_last
  from (
    select s.state, s.failure_status, s.state in ('sent', 'returned') as is_taken,
      coalesce(s.answered_at, s.updated_at) as at
    from sends s
    -- By the index of the department: there may be very many sends of earlier days.
    where s.department = ${integration}.department and s.integration = ${integration}.id
      and s.created_at > now() - interval '24 hours' and not s.is_test
      and s.state in ('sent', 'returned', 'rejected', 'failed', 'unknown')
  ) ended`

/** Whether the last run that asked for statuses found something wrong. */
const statusesFail = (integration: string) => `
  (${integration}.pull_problem is not null and ${integration}.pull_mode <> 'off'
    and (${integration}.pull_active or ${integration}.ftd_active))`

/**
 * How an integration does. Broken: paused by itself, or nothing gets through within a day. Trouble: much fails, is unknown,
 * or statuses do not come (product.md 9.3).
 */
export const healthOf = (integration: string) => `
  case ${integration}.state
    when 'auto_paused' then 'broken'
    when 'active' then (
      select case
          when day.calls >= 5 and day.sent = 0 then 'broken'
          when ${integration}.errors_in_row > 2 or ${statusesFail(integration)} or day.unknown * 20 > day.calls
            or day.sent * 4 < day.calls then 'trouble'
          else 'well' end
      from (${dayOf(integration)}) day
    )
    else 'off' end`

/** Why an integration does not do well, a row of one JSON for each reason: see `HealthReason`. The conditions are those of `healthOf`. */
export const healthReasonsOf = (integration: string) => `
  select jsonb_build_object('integration', ${integration}.id, 'name', ${integration}.name,
      'why', one.why, 'count', one.count, 'of', one.total, 'since', one.since, 'problem', one.problem) as reason
  from (${dayOf(integration)}) day cross join lateral (values
    (${integration}.state = 'auto_paused', 'paused', null::bigint, null::bigint,
      ${integration}.push_failed_at, ${integration}.pause_reason),
    (${integration}.state = 'paused', 'stopped', null, null, null, ${integration}.pause_reason),
    (${integration}.state = 'active' and not ${integration}.push_active, 'off', null, null, null, null),
    (${integration}.state = 'active' and ${integration}.errors_in_row > 2, 'errors', ${integration}.errors_in_row, null,
      coalesce(day.only_bad_since, ${integration}.push_failed_at), day.bad_last),
    (${integration}.state = 'active' and ${statusesFail(integration)}, 'statuses', ${integration}.pull_failures, null,
      ${integration}.pulled_at, ${integration}.pull_problem),
    (${integration}.state = 'active' and day.sent * 4 < day.calls, 'few', day.sent, day.calls,
      day.bad_since, day.bad_last),
    (${integration}.state = 'active' and day.unknown * 20 > day.calls, 'unknown', day.unknown, day.calls,
      day.unknown_since, day.unknown_last)
  ) one (is_so, why, count, total, since, problem) where one.is_so`

/** The mean of the newest calls, however many there are of them all. */
const answerMs = `
  select round(avg(s.duration_ms))::integer from (
    select duration_ms from sends where integration = d.id and mode <> 'test' order by created_at desc limit 200
  ) s`

/** The mappings of a word for a department, or for all: looked up one by one, not joined, which would read all that there are. */
const mappingsOf = (department: string) => `(
    select count(*) from status_maps m
    where m.compared_as = lower(btrim(known.word) collate "und-x-icu") collate "default" and m.department ${department}
  )`

/** The words of the department, stepped through by the index that holds them, that stand for none of our statuses. */
const unmapped = `
  with recursive words as (
    select min(broker_status) as word from sends where department = d.department
    union all
    select (
      select min(broker_status) from sends
      where department = d.department and broker_status > words.word
    ) from words where words.word is not null
  )
  select count(*)::integer from (select word from words where word is not null limit 500) known
  where ${mappingsOf('is null')} = 0 and ${mappingsOf('= d.department')} = 0`

/** Sends that full runs did not find, of all that are missing anywhere: few, with an index of their own. */
const missing = `
  select count(*)::integer from sends s where s.missing_at_broker and s.integration = d.id`

/** What its broker has told of leads that we do not know by its names yet. */
const postbacksWaiting = `
  select count(*)::integer from kept_postbacks k where k.integration = d.id`

/** The SQL of `integrationNumbers`. */
export const integrationSql = {
  health: healthOf('d'),
  unmapped,
  missing,
  postbacks_waiting: postbacksWaiting,
  answer_ms: answerMs,
}
