import { healthOf, healthReasonsOf } from '../../sending/integration/integrationNumbers.server.ts'

const isClosed = (day: string) => `exists (
      select from jsonb_to_recordset(coalesce(nullif(d.closed_dates, 'null'), '[]')) c(day date)
      where c.day = ${day})`

/** Whether the hours of `d` say that it takes leads at this moment, by its own clock: see `nextOpening`. */
const isOpen = `
  select not ${isClosed('local.at::date')} and (coalesce(nullif(d.opening_hours, 'null'), '[]') = '[]' or exists (
      select from jsonb_to_recordset(coalesce(nullif(d.opening_hours, 'null'), '[]')) h(day text, "from" time, "to" time)
      where case when h."from" < h."to"
        then h.day = to_char(local.at, 'dy') and local.at::time >= h."from" and local.at::time < h."to"
        else h.day = to_char(local.at, 'dy') and local.at::time >= h."from"
          or h.day = to_char(local.at - interval '1 day', 'dy') and local.at::time < h."to"
            and not ${isClosed('local.at::date - 1')} end
    ))
  from (select now() at time zone d.timezone as at) local`

/** The worst that is known of the integrations of `d` which still count. */
const health = `
  select case
    when count(*) filter (where own.health = 'broken') > 0 then 'broken'
    when count(*) filter (where i.state = 'active' and i.push_active) = 0 then 'off'
    when count(*) filter (where own.health = 'trouble') > 0 then 'trouble'
    else 'well' end
  from send_integrations i cross join lateral (select ${healthOf('i')} as health) own
  where i.department = d.id and i.state <> 'archived'`

/** Why the integrations of `d` do not do well. */
const healthReasons = `
  select jsonb_agg(why.reason order by i.id)
  from send_integrations i cross join lateral (${healthReasonsOf('i')}) why
  where i.department = d.id and i.state <> 'archived'`

/** The newest moment that the integrations of `d` tell of. */
const lastOf = (value: string) =>
  `select max(${value}) from send_integrations i where i.department = d.id`

/** The key of the counter of cap `c` in the period that is now, by the clock of `d`: see `periodOf`. */
const counterKey = `
  concat_ws('|', c.period, c.counts, coalesce(c.country::text, ''), coalesce(c.source::text, ''),
    case c.period
      when 'hour' then to_char(
        (now() - (floor(extract(epoch from now() at time zone d.timezone))::bigint % 3600) * interval '1 second')
          at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')
      when 'total' then ''
      else date_trunc(c.period, now() at time zone d.timezone)::date::text end)`

/** What is used of the caps of `d` in their periods that are now. */
export const caps = `
  department_caps c left join cap_counters u on u.department = d.id and u.key = ${counterKey}
  where c.department = d.id`

/** The cap of a day: that of all leads, or else the one that is nearest to be full. */
export const capToday = `
  select coalesce(u.used, 0) || ' / ' || c.limit from ${caps} and c.period = 'day'
  order by c.country is null and c.source is null desc, coalesce(u.used, 0)::float8 / greatest(c.limit, 1) desc
  limit 1`

/** The period of the cap of all leads that lets nothing more through: of several the longest. */
const fullCap = `
  select c.period from ${caps} and c.country is null and c.source is null and coalesce(u.used, 0) >= c.limit
  order by array_position('{total,month,week,day,hour}', c.period) limit 1`

/** The sums of the last seven days of sends to the departments of which `which` says so. */
const lastWeek = (value: string, which: string) => `
  select ${value} from send_days s
  where ${which} and s.zone = 'UTC' and s.is_short and s.tag is null and not s.is_test
    and s.day > (now() at time zone 'UTC')::date - 7`

const rate = `round(100.0 * sum(s.ftds) / nullif(sum(s.accepted), 0), 1)`

/** The SQL of the numbers of the last seven days, of the sends of which `which` says so. */
export const weekOf = (which: string) => ({
  accepted_week: lastWeek('coalesce(sum(s.accepted), 0)', which),
  ftds_week: lastWeek('coalesce(sum(s.ftds), 0)', which),
  rate_week: lastWeek(rate, which),
})

/** The affiliate companies of the broker of `d`. */
const companies = `
  select string_agg(a.name, ', ' order by a.name) from brokers_affiliate_companies c
  join affiliate_companies a on a.id = c.target_id where c.record_id = d.broker_id`

/** The SQL of `departmentNumbers`. */
export const departmentSql = {
  companies,
  open_now: isOpen,
  health,
  health_reasons: healthReasons,
  pushed_at: lastOf('greatest(i.push_ok_at, i.push_failed_at)'),
  synced_at: lastOf('i.pulled_at'),
  cap_today: capToday,
  cap_full: `select (${fullCap}) is not null`,
  full_cap: fullCap,
  ...weekOf('s.department = d.id'),
}

/** How long the contract of `d` still holds, in the stretches that are told in colours. */
const contract = `
  case
    when d.contract_expires_in is null then 'open'
    when d.contract_expires_in < current_date then 'over'
    when d.contract_expires_in <= current_date + 30 then 'ending'
    else 'valid' end`

/** The SQL of `brokerNumbers`. */
export const brokerSql = {
  contract,
  departments: `
      select count(*) filter (where c.is_active) || ' / ' || count(*) from broker_departments c
      where c.broker_id = d.id and c.deleted_at is null`,
  has_integration: `
        select exists (
          select from broker_departments c join send_integrations i on i.department = c.id
          where c.broker_id = d.id and c.deleted_at is null and c.is_active and i.state = 'active'
            and i.push_active
        )`,
  ...weekOf('s.department in (select c.id from broker_departments c where c.broker_id = d.id)'),
}
