import { sql } from 'kysely'

import {
  countedBy,
  dayOn,
  daysAfter,
  fieldOf,
  kindOf,
  momentsOf,
  type Counted,
  type Resource,
} from '#schema'

import type { Backend } from '../kernel/backend.ts'

/** How often something happened on each of some days that follow each other. */
export interface DailySums {
  readonly name: string
  /** `YYYY-MM-DD`. */
  readonly days: readonly string[]
  readonly values: readonly number[]
}

interface Wanted {
  /** How many days; the last one is today. */
  readonly days: number
  /** The time zone in which they begin. */
  readonly zone: string
}

/** The sums of the last days, in the order of the names. What nobody has counted is 0. */
export async function dailySums(
  { business, database }: Backend,
  names: readonly string[],
  { days: count, zone }: Wanted,
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
    Object.entries<Counted>(resource.counted ?? {})
      .filter(([, sum]) => {
        const field = fieldOf(resource, countedBy(sum).by)
        return field && kindOf(field).dated === 'day'
      })
      .map(([name]) => name),
  )
  return new Set(names)
}
