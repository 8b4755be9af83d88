import { sql, type RawBuilder } from 'kysely'

import { kindOf, type Field, type Resource, type User } from '#schema'

import type { Sql } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { columnOf, tableOf } from '../records/names.ts'
import { ruleCondition } from '../records/where.ts'
import { labelOf } from './columns.ts'
import type { Candidate, Refusal } from './convert.ts'

const lockName = (...parts: string[]) => sql`hashtextextended(${parts.join(' ')}, 0)`

/** Holds off everybody else who compares and adds records of the resource, until the transaction ends. */
export async function lockKeys({ name }: Resource, database: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockName('keys of', name)})`.execute(database)
}

/** Holds off imports, and whoever compares one of the same keys; others go on. */
export async function lockSomeKeys(
  resource: Resource,
  keys: readonly string[],
  database: Sql,
): Promise<void> {
  await sql`${prepared} select ${someKeyLocks(resource, keys)}`.execute(database)
}

/** The same as columns of a statement; what it reads beside them is older than the locks. */
export function someKeyLocks({ name }: Resource, keys: readonly string[]): RawBuilder<unknown> {
  const locks = [...keys].sort().map((key) => sql`pg_advisory_xact_lock(${lockName(name, key)})`)
  const shared = sql`pg_advisory_xact_lock_shared(${lockName('keys of', name)})`
  return sql.join([shared, ...locks])
}

interface Match {
  readonly place: number
  readonly id: number
  readonly key: number
  readonly is_visible: boolean
}

/**
 * Parts the rows whose record would share a key with another from those that are new. An empty value is
 * like no other. `isOurs` knows the records that earlier rows of the same file became.
 */
export async function partDuplicates(
  { resource, user }: { resource: Resource; user: User },
  candidates: readonly Candidate[],
  isOurs: (id: number) => boolean,
  database: Sql,
): Promise<{ fresh: Candidate[]; refused: Refusal[] }> {
  const keys = keysOf(resource)
  const matches = new Map<number, Match>()
  for (const match of await stored(resource, user, keys, candidates, database)) {
    if (!matches.has(match.place)) matches.set(match.place, match)
  }
  const seen = keys.map(() => new Map<string, number>())
  const fresh: Candidate[] = []
  const refused: Refusal[] = []
  candidates.forEach((candidate, place) => {
    const match = matches.get(place)
    const refusal = match
      ? known(resource, keys, candidate, match, isOurs(match.id))
      : twice(resource, keys, candidate, seen)
    if (refusal) refused.push(refusal)
    else fresh.push(candidate)
  })
  return { fresh, refused }
}

/** The fields, or groups of fields, of which no two records share all values. */
function keysOf({ import: declared, fields, unique = [] }: Resource): string[][] {
  const single = Object.entries<Field>(fields).filter(([, { options }]) => options.unique)
  const names = new Set([...(declared?.keys ?? []), ...single.map(([name]) => name)])
  return [...[...names].map((name) => [name]), ...unique.map((group) => [...group])]
}

/** The stored records that share a key with a candidate. */
async function stored(
  resource: Resource,
  user: User,
  keys: readonly string[][],
  candidates: readonly Candidate[],
  database: Sql,
): Promise<Match[]> {
  if (keys.length === 0 || candidates.length === 0) return []
  const alive = ruleCondition(resource, true)
  const visible = ruleCondition(resource, resource.access.show(user))
  const parts = keys.map((names, key) => {
    const places = candidates.flatMap(({ values }, place) => (keyOf(values, names) ? [place] : []))
    const columns = names.map((name) => {
      const type = sql.raw(kindOf(resource.fields[name]).column(resource.fields[name]) ?? 'text')
      return sql`${places.map((place) => candidates[place]?.values[name])}::${type}[]`
    })
    const equal = names.map((name, index) => {
      return sql`${columnOf(name)} = v.${sql.raw(`k${index}`)}`
    })
    const aliases = sql.raw(['place', ...names.map((_, index) => `k${index}`)].join(', '))
    // A look into the index for each row: joining as it likes, the database reads all of a growing table.
    return sql`
      select v.place, found.id, ${key}::integer as key, found.is_visible
      from unnest(${places}::integer[], ${sql.join(columns)}) as v (${aliases})
      cross join lateral (
        select t.id, ${visible} as is_visible from ${tableOf(resource)} t
        where ${sql.join(equal, sql` and `)} and ${alive} order by t.id limit 1
      ) found`
  })
  const { rows } = await sql<Match>`${sql.join(parts, sql` union all `)}`.execute(database)
  return rows
}

/** One text for the values of a key; undefined when one of them is empty. */
function keyOf(values: Candidate['values'], names: readonly string[]): string | undefined {
  const parts = names.map((name) => values[name])
  const isEmpty = parts.some((part) => part === null || part === undefined || part === '')
  if (isEmpty) return undefined
  return parts.length === 1 ? String(parts[0]) : JSON.stringify(parts)
}

function known(
  resource: Resource,
  keys: readonly string[][],
  { row }: Candidate,
  { id, key, is_visible }: Match,
  isOurs: boolean,
): Refusal {
  const label = labelsOf(resource, keys[key] ?? [])
  if (isOurs) {
    return { row, code: 'duplicate_in_file', reason: `${label}: same as in an earlier row` }
  }
  const other = is_visible
    ? `${resource.one.toLowerCase()} ${id}`
    : 'a record that is there already'
  return { row, code: 'duplicate', reason: `${label}: same as in ${other}` }
}

/** Whether an earlier row of the same chunk has one of the keys; otherwise the row takes them. */
function twice(
  resource: Resource,
  keys: readonly string[][],
  { row, values }: Candidate,
  seen: readonly Map<string, number>[],
): Refusal | undefined {
  const own = keys.map((names) => keyOf(values, names))
  const place = own.findIndex((key, index) => key !== undefined && seen[index]?.has(key))
  if (place >= 0) {
    const label = labelsOf(resource, keys[place] ?? [])
    const earlier = seen[place]?.get(own[place] ?? '')
    return { row, code: 'duplicate_in_file', reason: `${label}: same as in row ${earlier}` }
  }
  own.forEach((key, index) => key !== undefined && seen[index]?.set(key, row.number))
  return undefined
}

function labelsOf(resource: Resource, names: readonly string[]): string {
  return names.map((name) => labelOf(resource, name)).join(', ')
}
