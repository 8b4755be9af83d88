import { field } from '#schema'

const number = { optional: true, computed: true } as const

/** Whether the hours of `d` say that it takes leads at this moment, by its own clock. */
const isOpen = `
  select not exists (
      select from jsonb_to_recordset(coalesce(nullif(d.closed_dates, 'null'), '[]')) c(day date)
      where c.day = local.at::date
    ) and (coalesce(nullif(d.opening_hours, 'null'), '[]') = '[]' or exists (
      select from jsonb_to_recordset(coalesce(nullif(d.opening_hours, 'null'), '[]')) h(day text, "from" time, "to" time)
      where case when h."from" < h."to"
        then h.day = to_char(local.at, 'dy') and local.at::time >= h."from" and local.at::time < h."to"
        else h.day = to_char(local.at, 'dy') and local.at::time >= h."from"
          or h.day = to_char(local.at - interval '1 day', 'dy') and local.at::time < h."to" end
    ))
  from (select now() at time zone d.timezone as at) local`

/** The worst that is known of the integrations of `d` which still count. */
const health = `
  select case
    when count(*) filter (where i.state = 'auto_paused') > 0 then 'broken'
    when count(*) filter (where i.state = 'active') = 0 then 'off'
    when count(*) filter (where i.state = 'active' and (i.errors_in_row > 0 or i.pull_failures > 0)) > 0
      then 'trouble'
    else 'well' end
  from send_integrations i where i.department = d.id and i.state <> 'archived'`

/** The sums of the last seven days of sends to the departments of which `which` says so. */
const lastWeek = (value: string, which: string) => `
  select ${value} from send_days s
  where ${which} and s.zone = 'UTC' and s.is_short
    and s.day > (now() at time zone 'UTC')::date - 7`

const rate = `round(100.0 * sum(s.ftds) / nullif(sum(s.accepted), 0), 1)`

const weekOf = (which: string) => ({
  accepted_week: field.derived(field.integer({ ...number, label: 'Accepted, 7 days' }), {
    sql: lastWeek('coalesce(sum(s.accepted), 0)', which),
  }),
  ftds_week: field.derived(field.integer({ ...number, label: 'FTDs, 7 days' }), {
    sql: lastWeek('coalesce(sum(s.ftds), 0)', which),
  }),
  rate_week: field.derived(field.decimal({ ...number, digits: 1, label: 'CR, %' }), {
    sql: lastWeek(rate, which),
  }),
})

/** How a department stands now, for its list (product.md 11.13). */
export const departmentNumbers = {
  open_now: field.derived(field.boolean({ default: false, label: 'Open now' }), { sql: isOpen }),
  health: field.derived(
    field.choice(
      { well: 'Well', trouble: 'Trouble', broken: 'Broken', off: 'No integration in use' },
      { optional: true },
    ),
    { sql: health },
  ),
  ...weekOf('s.department = d.id'),
}

/** The same of a broker, of all its departments (product.md 11.12). */
export const brokerNumbers = {
  departments: field.derived(field.text({ optional: true, label: 'Departments in use' }), {
    sql: `
      select count(*) filter (where c.is_active) || ' / ' || count(*) from broker_departments c
      where c.broker_id = d.id and c.deleted_at is null`,
  }),
  ...weekOf('s.department in (select c.id from broker_departments c where c.broker_id = d.id)'),
}
