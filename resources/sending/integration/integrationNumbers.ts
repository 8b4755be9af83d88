import { field } from '#schema'

const number = { optional: true, computed: true } as const

/** What is known of an integration by its last calls and pulls. */
const health = `
  case
    when d.state = 'auto_paused' then 'broken'
    when d.state <> 'active' then 'off'
    when d.errors_in_row > 0 or d.pull_failures > 0 then 'trouble'
    else 'well' end`

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
    where m.compared_as = lower(known.word) and (m.department is null or m.department = d.department)
  )`

/** Sends that full runs did not find, of all that are missing anywhere: few, with an index of their own. */
const missing = `
  select count(*)::integer from sends s where s.missing_at_broker and s.integration = d.id`

/** How an integration does, for its list (product.md 11.15). */
export const integrationNumbers = {
  health: field.derived(
    field.choice(
      { well: 'Healthy', trouble: 'Trouble', broken: 'Broken', off: 'Not in use' },
      { ...number },
    ),
    { sql: health },
  ),
  unmapped: field.derived(field.integer({ ...number, label: 'Unmapped statuses' }), {
    sql: unmapped,
  }),
  missing: field.derived(field.integer({ ...number, label: 'Missing at the broker' }), {
    sql: missing,
  }),
  answer_ms: field.derived(field.integer({ ...number, label: 'Answers take, ms' }), {
    sql: answerMs,
  }),
}
