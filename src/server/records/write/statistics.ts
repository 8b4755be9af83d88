import { isDeepStrictEqual } from 'node:util'

import { sql, type RawBuilder } from 'kysely'

import { fieldOf, kindOf, type Resource, readSum, matches, type DeclaredSum } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import type { Row } from '../read/select.ts'
import { prepared } from '../../database/connection.ts'

/** Something that happened: so many more, or fewer, of what has this name. */
export interface Fact {
  readonly name: string
  /** The quarter of an hour, by its first moment: days of every time zone begin with one. */
  readonly at: string
  readonly value: number
}

/** What a write of one record changes in the sums. Without `before` the record is new, without `after` it is gone. */
export function factsOf(
  resource: Resource,
  before: Row | undefined,
  after: Row | undefined,
): Fact[] {
  return Object.entries<DeclaredSum>(resource.sums ?? {}).flatMap(([name, counted]) => {
    if (before && after && isSamePlace(counted, before, after)) return []
    const [less, more] = [before, after].map((record) => factOf(resource, name, counted, record))
    if (less && more && isDeepStrictEqual(less, more)) return []
    return [...(less ? [{ ...less, value: -less.value }] : []), ...(more ? [more] : [])]
  })
}

/** What a record's place in a sum depends on, beside its deletion. */
export function fieldsOfSum(counted: DeclaredSum): readonly string[] {
  const { by, where, sum, per } = readSum(counted)
  return [by, ...Object.keys(where), sum, per].filter((name) => name !== undefined)
}

/** Most writes touch nothing of most sums. */
const isSamePlace = (counted: DeclaredSum, before: Row, after: Row): boolean =>
  ['deleted_at', ...fieldsOfSum(counted)].every((name) => before[name] === after[name])

/** What one record counts in a sum; undefined when it counts in none. */
function factOf(
  resource: Resource,
  name: string,
  counted: DeclaredSum,
  record: Row | undefined,
): Fact | undefined {
  const { by, where, sum, per } = readSum(counted)
  const at = record && matches(where, record) ? quarterOf(record, by) : undefined
  if (!record || at === undefined) return undefined
  const units = sum === undefined ? 1 : Number(record[sum] ?? 0) * unitsOf(resource, sum)
  const isParted = per !== undefined
  return { name: isParted ? partName(name, record[per]) : name, at, value: Math.round(units) }
}

/** The name of the sum of one value of a field; that of an empty value has nothing behind the sign. */
export const partName = (name: string, value: unknown): string => `${name}=${value ?? ''}`

/** What one of a number counts in its sum, which is whole: 100 for an amount with cents. */
export function unitsOf(resource: Resource, name: string): number {
  const field = fieldOf(resource, name)
  return 10 ** ((field && kindOf(field).scale?.(field)) ?? 0)
}

const quarter = 900_000

/** The quarter of a value as the database answers it; of a day the first in UTC. A soft-deleted record has none. */
function quarterOf(record: Row, field: string): string | undefined {
  const value = record['deleted_at'] ? undefined : record[field]
  if (typeof value !== 'string') return undefined
  return quarterAt(Date.parse(value))
}

/** The quarter of a moment in milliseconds. */
export const quarterAt = (moment: number): string =>
  new Date(Math.floor(moment / quarter) * quarter).toISOString()

/** One fact for each name and quarter; what comes to nothing is left out. */
function summed(facts: readonly Fact[]): Fact[] {
  const sums = new Map<string, Fact>()
  for (const fact of facts) {
    const key = `${fact.name} ${fact.at}`
    sums.set(key, { ...fact, value: fact.value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()].filter(({ value }) => value !== 0)
}

/** Of writers at the same moment few meet in one of so many rows, and who meets waits for a commit. */
const slots = 16

/**
 * Adds the rows `name, at, value` of a query to the sums. Rows are locked in one order, and a transaction adds
 * but once and last: there is no waiting in a circle, nor for long.
 */
export async function addRows(rows: RawBuilder<unknown>, database: Sql): Promise<void> {
  await sql`${prepared} ${addition(rows)}`.execute(database)
}

/** Returns the statement that adds facts to the sums; undefined when they come to nothing. */
export function factsInsert(facts: readonly Fact[]): RawBuilder<unknown> | undefined {
  const sums = summed(facts)
  if (sums.length === 0) return undefined
  return addition(sql`
    select * from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
      as fact (name text, at timestamptz, value bigint)`)
}

function addition(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const slot = Math.floor(Math.random() * slots)
  return sql`
    insert into statistics (name, at, slot, value)
    select name, at, ${slot}::smallint, sum(value) from (${withDays(rows)}) facts
    group by name, at order by name, at
    on conflict (name, at, slot) do update set value = statistics.value + excluded.value`
}

/** Beside its sums by the quarter of an hour each name has sums by the day in UTC, under a name of their own. */
export const dailyName = (name: string) => `${name}/day`

/** The rows `name, at, value` with those of their days. */
function withDays(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select level.name, level.at, facts.value from (${rows}) facts
    cross join lateral (
      values (facts.name, facts.at), (facts.name || '/day', date_trunc('day', facts.at))
    ) level (name, at)`
}
