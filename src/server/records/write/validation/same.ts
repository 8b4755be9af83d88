import { CompiledQuery, sql, type RawBuilder } from 'kysely'

import {
  createUserCache,
  isObject,
  kindOf,
  mayRead,
  mayUnmask,
  uniqueGroup,
  type Field,
  type Resource,
  type User,
} from '#schema'

import type { Context } from '../../../kernel/backend.ts'
import type { DuplicateRule } from '../../../kernel/behavior/importHooks.ts'
import type { Sql } from '../../../kernel/database.ts'
import { prepared } from '../../../database/connection.ts'
import { columnOf, lookedUp } from '../../../database/names.ts'
import type { Row } from '../../read/select.ts'
import { sourceOf } from '../../read/source.ts'
import { ruleCondition } from '../../read/where.ts'
import { keyOf, keysOf, type Key } from './keys.ts'

/** What makes a new record the same as one that is there. */
export interface SameRule {
  readonly keys: readonly Key[]
  /** How far back; without end unless given. */
  readonly hours?: number | null
  /** The field that marks a record which is taken in all the same; without it, it is refused. */
  readonly mark?: string
  /** Whether it fills what is empty in the record that is there. */
  readonly fill?: boolean
}

/** The rule for records with these values: that of the behavior, or the keys of the declaration. */
export async function sameRuleOf(
  resource: Resource,
  values: Row,
  context: Context,
): Promise<SameRule> {
  const own = context.backend.business.behaviors[resource.name]?.duplicateRule
  if (!own) return { keys: keysOf(resource) }
  return sameRule(await own(values, context))
}

export const sameRule = ({ groups, ...rule }: DuplicateRule): SameRule => ({
  ...rule,
  keys: groups.map(uniqueGroup),
})

export interface Match {
  readonly place: number
  readonly id: number
  readonly key: number
  /** Whether the user may know which record it is. */
  readonly is_visible: boolean
}

interface SameQuery {
  readonly resource: Resource
  readonly user: User
  readonly records: readonly Row[]
  readonly rule: SameRule
  /** The ids of the records themselves, by their places, where they are there already. */
  readonly selves?: readonly number[]
}

/** Returns the stored records that are the same as new ones, by their places among these; the first for each key. */
export async function findSame(wanted: SameQuery, database: Sql): Promise<Match[]> {
  const { records, rule } = wanted
  const [first, ...more] = records
  if (!first || rule.keys.length === 0) return []
  const isOne = more.length === 0
  const query = isOne
    ? queryOfOne(first, wanted, database)
    : statementOf(
        sameQuery(wanted, (key) => rowsOf(wanted, key)),
        database,
      )
  return (await database.executeQuery(query)).rows
}

/** Returns which of some records were made after a snapshot of the database was taken (`lockKeys`). A change is no creation. */
export async function createdSince(
  before: string,
  { resource, ids }: { resource: Resource; ids: readonly number[] },
  database: Sql,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(resource.name)}
    where id = any(${ids}::bigint[]) and version = 1
      and not pg_visible_in_snapshot(xmin::text::xid8, ${before}::pg_snapshot)`.execute(database)
  return new Set(rows.map(({ id }) => id))
}

/** Whether one of some records has a key of another of all that are written together. */
export const sharesKey = (some: readonly Row[], all: readonly Row[], { keys }: SameRule) =>
  keys.some((key) => {
    const counts = new Map<string, number>()
    for (const one of all) {
      const value = keyOf(one, key)
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return some.some((one) => (counts.get(keyOf(one, key) ?? '') ?? 0) > 1)
  })

/** Stands in a statement that is made once for what each record has there. */
interface Slot {
  readonly fill: (record: Row, wanted: SameQuery) => unknown
}

const isSlot = (value: unknown): value is Slot => isObject(value) && 'fill' in value

const statementOf = (query: RawBuilder<unknown>, database: Sql) =>
  sql<Match>`${prepared} ${query}`.compile(database)

const templates = createUserCache<CompiledQuery<Match>>(200)

/** The statement for one record. To make its text for each anew takes half as long as to run it. */
function queryOfOne(record: Row, wanted: SameQuery, database: Sql): CompiledQuery<Match> {
  const { resource, user, rule } = wanted
  const id = JSON.stringify([resource.name, rule.keys, Boolean(rule.hours)])
  const { sql: text, parameters } = templates(user, id, () => {
    const query = sameQuery(
      { ...wanted, rule: { ...rule, hours: rule.hours && hoursSlot } },
      (key) => slotsOf(resource, key),
    )
    return statementOf(query, database)
  })
  const values = parameters.map((one) => (isSlot(one) ? one.fill(record, wanted) : one))
  return CompiledQuery.raw(text, values) as CompiledQuery<Match>
}

const selfSlot: Slot = { fill: (_record, { selves }) => selves?.[0] ?? 0 }
const hoursSlot: Slot = { fill: (_record, { rule }) => rule.hours }

/** Plain values, for which PostgreSQL keeps the plan: it plans for the length of an array again and again. */
function slotsOf({ fields }: Resource, key: Key): RawBuilder<unknown> {
  const slotOf = (name: string): Slot => ({
    fill: (record) => (keyOf(record, key) === undefined ? null : (record[name] ?? null)),
  })
  const values = key.names.map((name) => sql`${slotOf(name)}::${typeOf(fields, name)}`)
  return sql`(
    select 0 as place, ${selfSlot}::bigint as self, ${sql.join(values)}
  ) as v (${aliasesOf(key)})`
}

interface ConditionQuery extends Pick<SameQuery, 'resource' | 'user'> {
  readonly rule: { readonly keys: readonly Key[]; readonly hours?: unknown }
}

function sameQuery(
  { resource, user, rule }: ConditionQuery,
  given: (key: Key) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { keys, hours } = rule
  const alive = ruleCondition(resource, true)
  const seen = ruleCondition(resource, resource.access.show(user))
  const recent = hours
    ? sql`t.created_at > now() - ${hours}::integer * interval '1 hour'`
    : sql`true`
  const parts = keys.flatMap((one, key) => {
    const { names, nullsAreSame } = one
    // Which record holds a value is not for those who see the value only masked.
    const isOpen = names.every((name) => isOpenTo(user, resource.fields[name]))
    const visible = isOpen ? seen : sql`false`
    const isLookup = (name: string) => resource.fields[name]?.options.index === 'lookup'
    // No index finds a value or none at once: the records without one are a part of their own.
    const sought = nullsAreSame ? names.find(isLookup) : undefined
    const equalIn = (isEmpty: boolean) =>
      names.map((name, index) => {
        const field: Field = resource.fields[name]
        const column = isLookup(name) ? sql.raw(lookedUp(name, field, 't')) : columnOf(name)
        const value = sql.raw(`v.k${index}`)
        const areEmpty = sql`(${column} is null and ${value} is null)`
        if (name === sought) return isEmpty ? areEmpty : sql`${column} = ${value}`
        return nullsAreSame ? sql`(${column} = ${value} or ${areEmpty})` : sql`${column} = ${value}`
      })
    // A look into the index for each row: joining as it likes, the database reads all of a growing table.
    return (sought === undefined ? [false] : [false, true]).map(
      (isEmpty) => sql`
        select v.place, found.id, ${sql.lit(key)}::integer as key, found.is_visible
        from ${given(one)}
        cross join lateral (
          select t.id, ${visible} as is_visible from ${sourceOf(resource)} t
          where ${sql.join(equalIn(isEmpty), sql` and `)} and ${alive} and t.id <> v.self and ${recent} order by t.id limit 1
        ) found`,
    )
  })
  return sql.join(parts, sql` union all `)
}

/** The values of a key with their places, `v (place, self, k0, …)`, of those records that have them. */
function rowsOf({ resource, records, selves }: SameQuery, key: Key): RawBuilder<unknown> {
  const { fields } = resource
  const places = records.flatMap((values, place) => (keyOf(values, key) ? [place] : []))
  const columns = key.names.map(
    (name) => sql`${places.map((place) => records[place]?.[name])}::${typeOf(fields, name)}[]`,
  )
  const own = places.map((place) => selves?.[place] ?? 0)
  return sql`
    unnest(${places}::integer[], ${own}::bigint[], ${sql.join(columns)}) as v (${aliasesOf(key)})`
}

const typeOf = (fields: Resource['fields'], name: string) =>
  sql.raw(kindOf(fields[name]).column(fields[name]) ?? 'text')

const aliasesOf = ({ names }: Key) =>
  sql.raw(['place', 'self', ...names.map((_, index) => `k${index}`)].join(', '))

/** Whether the user reads every value of the field in the clear. */
export const isOpenTo = (user: User, field: Field): boolean =>
  mayRead(user, field) && mayUnmask(user, field)
