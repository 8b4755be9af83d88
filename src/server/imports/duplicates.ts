import { sql } from 'kysely'

import { kindOf, mayRead, mayUnmask, type Field, type Resource, type User } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { keyOf, keysOf, type Key } from '../records/write/keys.ts'
import { columnOf } from '../database/names.ts'
import { ruleCondition } from '../records/read/where.ts'
import { labelOf } from './columns.ts'
import type { Candidate } from './convert.ts'
import type { Refusal } from './refusal.ts'
import { msg } from '../../texts/serverMsg.ts'
import { sourceOf } from '../records/read/source.ts'

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

/** The stored records that share a key with a candidate. */
async function stored(
  resource: Resource,
  user: User,
  keys: readonly Key[],
  candidates: readonly Candidate[],
  database: Sql,
): Promise<Match[]> {
  if (keys.length === 0 || candidates.length === 0) return []
  const alive = ruleCondition(resource, true)
  const seen = ruleCondition(resource, resource.access.show(user))
  const parts = keys.map((one, key) => {
    const { names, nullsAreSame } = one
    const places = candidates.flatMap(({ values }, place) => (keyOf(values, one) ? [place] : []))
    const columns = names.map((name) => {
      const type = sql.raw(kindOf(resource.fields[name]).column(resource.fields[name]) ?? 'text')
      return sql`${places.map((place) => candidates[place]?.values[name])}::${type}[]`
    })
    // Which record holds a value is not for those who see the value only masked.
    const isOpen = names.every((name) => isOpenTo(user, resource.fields[name]))
    const visible = isOpen ? seen : sql`false`
    const equal = names.map((name, index) => {
      const [column, value] = [columnOf(name), sql.raw(`v.k${index}`)]
      return nullsAreSame
        ? sql`(${column} = ${value} or (${column} is null and ${value} is null))`
        : sql`${column} = ${value}`
    })
    const aliases = sql.raw(['place', ...names.map((_, index) => `k${index}`)].join(', '))
    // A look into the index for each row: joining as it likes, the database reads all of a growing table.
    return sql`
      select v.place, found.id, ${key}::integer as key, found.is_visible
      from unnest(${places}::integer[], ${sql.join(columns)}) as v (${aliases})
      cross join lateral (
        select t.id, ${visible} as is_visible from ${sourceOf(resource)} t
        where ${sql.join(equal, sql` and `)} and ${alive} order by t.id limit 1
      ) found`
  })
  const { rows } = await sql<Match>`${sql.join(parts, sql` union all `)}`.execute(database)
  return rows
}

const isOpenTo = (user: User, field: Field) => mayRead(user, field) && mayUnmask(user, field)

function known(
  resource: Resource,
  keys: readonly Key[],
  { row }: Candidate,
  { id, key, is_visible }: Match,
  isOurs: boolean,
): Refusal {
  const label = labelsOf(resource, keys[key]?.names ?? [])
  if (isOurs) {
    return { row, code: 'duplicate_in_file', reason: msg('same_as_in_an_earlier_row', { label }) }
  }
  const other = is_visible
    ? `${resource.one.toLowerCase()} ${id}`
    : 'a record that is there already'
  return { row, code: 'duplicate', reason: msg('same_as_in', { label, other }) }
}

/** Whether an earlier row of the same chunk has one of the keys; otherwise the row takes them. */
function twice(
  resource: Resource,
  keys: readonly Key[],
  { row, values }: Candidate,
  seen: readonly Map<string, number>[],
): Refusal | undefined {
  const own = keys.map((key) => keyOf(values, key))
  const place = own.findIndex((key, index) => key !== undefined && seen[index]?.has(key))
  if (place >= 0) {
    const label = labelsOf(resource, keys[place]?.names ?? [])
    const earlier = seen[place]?.get(own[place] ?? '')
    return { row, code: 'duplicate_in_file', reason: msg('same_as_in_row', { label, earlier }) }
  }
  own.forEach((key, index) => key !== undefined && seen[index]?.set(key, row.number))
  return undefined
}

function labelsOf(resource: Resource, names: readonly string[]): string {
  return names.map((name) => labelOf(resource, name)).join(', ')
}
