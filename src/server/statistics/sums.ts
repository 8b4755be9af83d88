import { sql } from 'kysely'

import {
  readSum,
  dayOn,
  daysAfter,
  fieldOf,
  kindOf,
  momentsOf,
  type DeclaredSum,
  type Resource,
} from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { partName } from '../records/write/statistics.ts'

/** How often something happened on each of some days that follow each other. */
export interface DailySums {
  readonly name: string
  /** `YYYY-MM-DD`. */
  readonly days: readonly string[]
  readonly values: readonly number[]
}

interface Days {
  /** How many days; the last one is today. */
  readonly days: number
  /** The time zone in which they begin. */
  readonly zone: string
}

/** The sums of the last days, in the order of the names. What was not counted is 0. */
export async function dailySums(
  { business, database }: Backend,
  names: readonly string[],
  { days: count, zone }: Days,
): Promise<DailySums[]> {
  const today = dayOn({ at: new Date(), zone })
  const days = Array.from({ length: count }, (_, index) => daysAfter(today, index - count + 1))
  const stretchesIn = (own: string) =>
    days.map((day) => ({ day, ...momentsOf({ from: day, to: day }, own) }))
  const [local, plain] = [stretchesIn(zone), stretchesIn('UTC')]
  const dated = datedNames(business.resources)
  const wanted = names.flatMap((name) =>
    (dated.has(name) ? plain : local).map((stretch) => ({ name, ...stretch })),
  )
  const { rows } = await sql<{ name: string; day: string; value: number }>`
    select wanted.name, wanted.day, own.value
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (name text, day text, "from" timestamptz, "to" timestamptz)
    cross join lateral (
      select coalesce(sum(s.value), 0) as value from statistics s
      where s.name = wanted.name and s.at between wanted."from" and wanted."to"
    ) own`.execute(database.sql)
  const values = new Map(rows.map(({ name, day, value }) => [`${name} ${day}`, value]))
  return names.map((name) => ({
    name,
    days,
    values: days.map((day) => values.get(`${name} ${day}`) ?? 0),
  }))
}

/** The sums of fields that hold a day: it is the same day in every time zone. */
function datedNames(resources: readonly Resource[]): Set<string> {
  const names = resources.flatMap((resource) =>
    Object.entries<DeclaredSum>(resource.sums ?? {})
      .filter(([, sum]) => {
        const field = fieldOf(resource, readSum(sum).by)
        return field && kindOf(field).dated === 'day'
      })
      .map(([name]) => name),
  )
  return new Set(names)
}

/**
 * What the values of a sum `per` a field add up to in the last days, by value; '' is no value. Whole days in UTC are read
 * by the day, the quarters of an hour at both ends one by one.
 */
export async function sumsPer(
  { database }: Backend,
  { name, values }: { readonly name: string; readonly values: readonly (string | number)[] },
  { days, zone }: Days,
): Promise<Map<string, number>> {
  const today = dayOn({ at: new Date(), zone })
  const { from, to } = momentsOf({ from: daysAfter(today, 1 - days), to: today }, zone)
  const parts = values.map((value) => ({ value: String(value), name: partName(name, value) }))
  const { rows } = await sql<{ value: string; count: number }>`
    with span as (
      select ${from}::timestamptz as first, ${to}::timestamptz as last,
        date_trunc('day', ${from}::timestamptz + interval '1 day' - interval '1 second') as begins,
        date_trunc('day', ${to}::timestamptz + interval '1 second') as ends
    )
    select part.value, coalesce(own.count, 0)::bigint as count
    from span cross join jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as part (value text, name text)
    cross join lateral (
      select sum(s.value) as count from (
        select value from statistics
        where name = part.name || '/day' and at >= begins and at < ends
        union all
        select value from statistics where name = part.name and at >= first and at < begins
        union all
        select value from statistics where name = part.name and at >= ends and at <= last
      ) s
    ) own`.execute(database.sql)
  return new Map(rows.map(({ value, count }) => [value, count]))
}

/** How much there was from the beginning of each of some days to the same time of it: the last quarter of an hour that is over. */
export async function sumsToNow(
  { database }: Backend,
  names: readonly string[],
  { days: count, zone }: Days,
): Promise<{ until: string; sums: DailySums[] }> {
  const now = new Date()
  const today = dayOn({ at: now, zone })
  const days = Array.from({ length: count }, (_, index) => daysAfter(today, index - count + 1))
  const startOf = (day: string) => Date.parse(momentsOf({ from: day, to: day }, zone).from)
  const until = Math.floor(now.getTime() / quarterMs) * quarterMs
  const elapsed = until - startOf(today)
  const wanted = names.flatMap((name) =>
    days.map((day) => {
      const from = startOf(day)
      return { name, day, from: new Date(from), to: new Date(from + elapsed) }
    }),
  )
  const { rows } = await sql<{ name: string; day: string; value: number }>`
    select wanted.name, wanted.day, own.value
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (name text, day text, "from" timestamptz, "to" timestamptz)
    cross join lateral (
      select coalesce(sum(s.value), 0)::bigint as value from statistics s
      where s.name = wanted.name and s.at >= wanted."from" and s.at < wanted."to"
    ) own`.execute(database.sql)
  const values = new Map(rows.map(({ name, day, value }) => [`${name} ${day}`, value]))
  const sums = names.map((name) => ({
    name,
    days,
    values: days.map((day) => values.get(`${name} ${day}`) ?? 0),
  }))
  return { until: new Date(until).toISOString(), sums }
}

const quarterMs = 900_000
