import { sql, type RawBuilder } from 'kysely'

import type { Schedule, Sql } from '#server'

/** Days of a past that was never added up, in one run. */
const oldDaysAtOnce = 31
/** What was written before the last run, and committed only after it, is looked at again. */
const overlap = sql`interval '10 minutes'`

const isCounted = sql`state in ('sent', 'rejected', 'failed', 'unknown', 'returned')`

/** Keeps the sums of sends true: days of which sends have changed are added up anew, for each time zone of a user. */
export const rollUpSchedule: Schedule = {
  every: 5,
  run: ({ sql: database }) => rollUp(database),
}

export async function rollUp(database: Sql): Promise<void> {
  for (const zone of await zonesOfUsers(database)) {
    const days = [...(await changedDays(database, zone)), ...(await olderDays(database, zone))]
    await addUp(database, { zone, days: [...new Set(days)] })
    await stamp(database, zone)
  }
}

/** The time zones in whose days sends are added up. */
export async function zonesOfUsers(database: Sql): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select 'UTC' as zone union select timezone from users
    where is_active and deleted_at is null and timezone is not null`.execute(database)
  return rows.map(({ zone }) => zone)
}

/** Writes down as of when the sums of a zone hold, also where nothing has changed: the next run looks no further back. */
async function stamp(database: Sql, zone: string): Promise<void> {
  await sql`
    update send_days set updated_at = now() where id = (
      select id from send_days where zone = ${zone} order by updated_at desc limit 1
    )`.execute(database)
}

/**
 * The days to which sends count that were written since the last run, or whose leads were given other tags or another funnel, and those that
 * deposits had before their dates were mended.
 */
async function changedDays(database: Sql, zone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with since as (select max(updated_at) - ${overlap} as moment from send_days where zone = ${zone}),
    changed as (
      select created_at, sent_at, ftd_at from sends
      where updated_at > (select moment from since)
      union all
      select s.created_at, s.sent_at, s.ftd_at
      from audit_log a join sends s on s.lead = a.record_id
      where a.resource = 'leads' and a.action = 'update' and a.at > (select moment from since)
        and (a.before is not null or a.after is not null)
        and changed_fields(a.before, a.after) && array['tags', 'funnel']
      union all
      select null, null, (a.before ->> 'ftd_at')::timestamptz
      from audit_log a
      where a.resource = 'sends' and a.action = 'update' and a.at > (select moment from since)
        and a.before is not null
        and changed_fields(a.before, a.after) @> array['ftd_at']
    )
    select distinct (moment at time zone ${zone})::date::text as day
    from changed s cross join lateral unnest(array[s.created_at, s.sent_at, s.ftd_at]) moment
    where moment is not null`.execute(database)
  return rows.map(({ day }) => day)
}

/** The next days to which sends or deposits count before all that are added up. */
async function olderDays(database: Sql, zone: string): Promise<string[]> {
  const newest = (moment: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select max(${moment}) as moment from sends where ${which} and ${moment} < (
      select coalesce(min(day)::timestamp at time zone ${zone}, now()) from send_days where zone = ${zone})`
  const { rows } = await sql<{ day: string }>`
    with newest as (
      select (max(moment) at time zone ${zone})::date as day from (
        ${newest(sql`sent_at`, isCounted)}
        union all ${newest(sql`created_at`, sql`sent_at is null and ${isCounted}`)}
        union all ${newest(sql`ftd_at`, sql`ftd_cancelled_at is null`)}
      ) each
    )
    select (newest.day - back)::text as day
    from newest, generate_series(0, ${oldDaysAtOnce}::int - 1) back where newest.day is not null`.execute(
    database,
  )
  return rows.map(({ day }) => day)
}

interface Part {
  readonly zone: string
  readonly days: readonly string[]
}

/** Any number of its own, the same in every process. */
const adding = 4_602_187

/** Adds up the sends of days anew. What has changed since is looked for as before: the zone's sums hold as of the same moment. */
export async function addUp(database: Sql, { zone, days }: Part): Promise<void> {
  if (days.length === 0) return
  // Of two that make the same day anew the later one must see what the first has made.
  await sql`select pg_advisory_xact_lock(${adding})`.execute(database)
  const { rows } = await sql<{ as_of: string | null }>`
    select max(updated_at) as as_of from send_days where zone = ${zone}`.execute(database)
  const asOf = rows[0]?.as_of ?? null
  await sql`delete from send_days where zone = ${zone} and day = any(${days}::date[])`.execute(
    database,
  )
  const sent = sql`coalesce(s.sent_at, s.created_at)`
  const ftd = sql`case when s.ftd_cancelled_at is null then s.ftd_at end`
  // What a broker gave back is not accepted, and its FTD none of those: else more than all could have deposited.
  const isOfAccepted = sql`not is_then and ftd is not null and state = 'sent'`
  const within = (moment: RawBuilder<unknown>) => sql`
    ${moment} >= d.day::timestamp at time zone ${zone}
    and ${moment} < (d.day + 1)::timestamp at time zone ${zone}`
  // One branch for each index that finds the sends of a day.
  const found = (moment: RawBuilder<unknown>, isThen: boolean, which: RawBuilder<unknown>) => sql`
    select d.day, ${isThen}::boolean as is_then, s.*
    from unnest(${days}::date[]) d(day) join sends s on ${within(moment)}
    where ${which}`
  await sql`
    insert into send_days (zone, day, is_short, is_test, tag, department, source, country, language, "user", funnel,
      accepted, rejected, failed, unknown, returned, ftds, ftds_then, waits, waits_then, last_ftd_at, updated_at)
    select ${zone}, day, grouping(language) = 1, is_test, tag, department, source, country, language, "user", funnel,
      count(*) filter (where not is_then and state = 'sent'),
      count(*) filter (where not is_then and state = 'rejected'),
      count(*) filter (where not is_then and state = 'failed'),
      count(*) filter (where not is_then and state = 'unknown'),
      count(*) filter (where not is_then and state = 'returned'),
      count(*) filter (where ${isOfAccepted}),
      count(*) filter (where is_then),
      jsonb_agg(wait) filter (where ${isOfAccepted}),
      jsonb_agg(wait) filter (where is_then),
      max(ftd), coalesce(${asOf}::timestamptz, now())
    from (
      select s.day, s.is_then, s.state, s.department, s.source, s.country, s.language, s."user",
        s.is_test, l.funnel, tag, ${ftd} as ftd,
        greatest(0, floor(extract(epoch from ${ftd} - ${sent}) / 86400))::int as wait
      from (
        ${found(sql`s.sent_at`, false, sql`true`)}
        union all ${found(sql`s.created_at`, false, sql`s.sent_at is null`)}
        union all ${found(sql`s.ftd_at`, true, sql`s.ftd_cancelled_at is null`)}
      ) s join leads l on l.id = s.lead
        cross join lateral (
          select null::bigint as tag union all
          select target_id from leads_tags where record_id = s.lead
        ) tags
    ) one
    where is_then or ${isCounted}
    group by grouping sets (
      (day, is_test, tag, department, source, country, language, "user", funnel),
      (day, is_test, tag, department, source, country)
    )`.execute(database)
}
