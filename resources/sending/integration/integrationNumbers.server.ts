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
          when ${integration}.errors_in_row > 2 or ${integration}.pull_failures > 0 or day.unknown * 20 > day.calls
            or day.sent * 4 < day.calls then 'trouble'
          else 'well' end
      from (
        select count(*) as calls, count(*) filter (where s.state in ('sent', 'returned')) as sent,
          count(*) filter (where s.state = 'unknown') as unknown
        from sends s
        where s.integration = ${integration}.id and s.created_at > now() - interval '24 hours' and not s.is_test
          and s.state in ('sent', 'returned', 'rejected', 'failed', 'unknown')
      ) day
    )
    else 'off' end`

/** The mean of the newest calls, however many there are of them all. */
const answerMs = `
  select round(avg(s.duration_ms))::integer from (
    select duration_ms from sends where integration = d.id order by created_at desc limit 200
  ) s`

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
  where not exists (
    select from status_maps m
    where m.compared_as = lower(btrim(known.word) collate "und-x-icu") and (m.department is null or m.department = d.department)
  )`

/** Sends that full runs did not find, of all that are missing anywhere: few, with an index of their own. */
const missing = `
  select count(*)::integer from sends s where s.missing_at_broker and s.integration = d.id`

/** The SQL of `integrationNumbers`. */
export const integrationSql = { health: healthOf('d'), unmapped, missing, answer_ms: answerMs }
