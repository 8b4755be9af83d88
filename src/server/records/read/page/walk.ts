import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { fieldOf, indexForm, type Query, type Resource, targetOf } from '#schema'

import { quoted, ordered, columnOf } from '../../../database/names.ts'
import type { Sql } from '../../../kernel/database.ts'
import { countedValues, type CountedValues } from './countedValues.ts'
import { groupPart } from './groupPart.ts'
import { type SortKey, type Ordering, groupsOf, lastKeys } from '../order.ts'
import { type Part, type Place, type Side, type Stretch } from './part.ts'
import { along } from './along.ts'
import { storedIn } from '../source.ts'
import { ruleCondition } from '../where.ts'

type Condition = RawBuilder<SqlBool>

/** A list in the order asked for, along indexes. */
export interface Walk {
  readonly resource: Resource
  /** Those with a value, then those without. */
  readonly parts: readonly Part[]
  /** How many records have which values in the column that it goes by. */
  counted(database: Sql): Promise<CountedValues>
}

type Sorted = Query['sort'][number]

/** How indexes go through a large resource in the order asked for; undefined when none has that order. */
export function walkOf({ backend, resource, user, query: { sort } }: Ordering): Walk | undefined {
  const [first, second, ...more] = sort
  if (!first || more.length > 0) return undefined
  const groups = groupsOf(backend, resource, first.name)
  const counted = (database: Sql) => countedValues(backend, resource, first.name, database)
  const last = [...(second ? [keyOf(second)] : []), ...lastKeys(backend, resource, sort)]
  if (groups && (!second || second.name === 'created_at')) {
    const values = groupPart({ backend, resource, user, first, groups, keys: last })
    // All alike in the first key, whose direction must be that of the others for an index to have them.
    const empty = { ...keyOf(first), descending: last[0]?.descending ?? true }
    const without = along(resource, [empty, ...last], 1)
    return { resource, counted, parts: partsOf(resource, first.name, values, without) }
  }
  const key = second ? undefined : indexKey(resource, first)
  if (!key) return undefined
  const keys = first.name === 'id' ? [key] : [key, ...last]
  const isSparse = fieldOf(resource, first.name)?.options.index === 'sparse'
  const without = isSparse ? along(resource, last) : along(resource, keys, 1)
  const values = along(resource, keys)
  return { resource, counted, parts: partsOf(resource, first.name, values, without) }
}

/** The ids of a stretch of the records that match, in order. */
export async function walkIds(
  walk: Walk,
  where: Condition,
  stretch: Stretch,
  database: Sql,
): Promise<number[]> {
  return (await walkBeside(walk, where, { stretch, beside: sql`null` }, database)).ids
}

interface Asked<Value> {
  readonly stretch: Stretch
  readonly beside: RawBuilder<Value>
  /** Selects the place of a record, where those at which the stretch begins and ends are asked for. */
  readonly place?: RawBuilder<WalkPlace>
}

export interface Found<Value> {
  readonly ids: number[]
  readonly beside: Value | undefined
  /** By id. */
  readonly places: ReadonlyMap<number | undefined, WalkPlace>
}

/** The same with what the first statement selects `beside` it. */
export async function walkBeside<Value>(
  { resource, parts, ...walk }: Walk,
  where: Condition,
  { stretch, beside, place }: Asked<Value>,
  database: Sql,
): Promise<Found<Value>> {
  const alive = ruleCondition(resource, true)
  const ids: number[] = []
  const places = new Map<number, WalkPlace>()
  let value: Value | undefined
  let { offset } = stretch
  const counted = offset < deepOffset ? undefined : await walk.counted(database)
  const ordered = stretch.isReversed ? parts.toReversed() : parts
  for (const [at, one] of ordered.entries()) {
    const [matching, all] = [allOf([where, isOf(one)]), allOf([alive, isOf(one)])]
    const isLast = at === ordered.length - 1
    if (!isLast && stretch.maxRead === undefined && isLeftBehind(one, counted, offset)) {
      const length = await lengthOf(resource, matching, offset, database)
      if (length <= offset) {
        offset -= length
        continue
      }
    }
    const part = offset < deepOffset ? one : await passedSoonest(one, resource, database)
    const limit = stretch.limit - ids.length
    const found = part.ids(
      within(part, where),
      { ...stretch, limit, offset, counted },
      within(part, alive),
    )
    const { rows } = await sql<{ ids: number[]; beside: Value; places: [number, WalkPlace][] }>`
      select ids, ${value === undefined ? beside : sql`null`} as beside,
        ${place ? endsSql(resource, place) : sql`array[]::json[]`} as places
      from (select array(${found}) as ids offset 0) found`.execute(database)
    const [{ ids: more, ...row } = { ids: [], beside: value, places: [] }] = rows
    ids.push(...more)
    for (const [id, at] of row.places) places.set(id, at)
    value ??= row.beside
    if (ids.length === stretch.limit || (await isCut(resource, all, stretch, database))) break
    // Where a part ends before the stretch begins, the next one is entered by what is left of the offset.
    offset = more.length > 0 ? 0 : offset - (await lengthOf(resource, matching, offset, database))
  }
  return { ids: stretch.isReversed ? ids.toReversed() : ids, beside: value, places }
}

/** The places of the first and the last of the `ids` found. */
const endsSql = (resource: Resource, place: RawBuilder<WalkPlace>) => sql`array(
  select json_build_array(t.id, ${place}) from ${storedIn(resource)} t
  where t.id in (ids[1], ids[cardinality(ids)])
)`

/** Whether a part is expected to end before a stretch begins: then it is counted, and none of it is read. */
const isLeftBehind = ({ lengthBy }: Part, counted: CountedValues | undefined, offset: number) =>
  counted !== undefined &&
  offset >= deepOffset &&
  lengthBy !== undefined &&
  lengthBy(counted) <= offset

/** From here on it matters how a record is passed. */
const deepOffset = 1_000

/** So few values are looked up for each record that has none sooner than the record is read. */
const fewValues = 50_000

/**
 * The primary key does not tell which records have no value. Where few have one, those that are not among them are passed along
 * it without a look into the table.
 */
async function passedSoonest(part: Part, resource: Resource, database: Sql): Promise<Part> {
  if (!part.besides) return part
  const valued = sql`
    select t.id from ${storedIn(resource)} t where ${ruleCondition(resource, true)} and ${part.besides}`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${valued} limit ${fewValues}) t`.execute(database)
  const isFew = (rows[0]?.count ?? 0) < fewValues
  return isFew ? { ...part, condition: sql<SqlBool>`t.id not in (${valued})` } : part
}

/** Selects the first ids in one array, `ids`. PostgreSQL reads a part only where those before it have too few. */
export function firstIds({ resource, parts }: Walk, where: Condition, limit: number) {
  const alive = ruleCondition(resource, true)
  const stretch = { limit, offset: 0, isReversed: false }
  const max = sql.lit(limit)
  const all = parts.reduce(
    (before, part) => sql`
      select before.ids || case when cardinality(before.ids) < ${max}
        then array(${part.ids(within(part, where), stretch, alive)}) else '{}' end as ids
      from (${before} offset 0) before`,
    sql`select '{}'::bigint[] as ids`,
  )
  return sql<{ ids: number[] }>`select ids[1:${max}] as ids from (${all}) found`
}

const within = ({ condition, bound, isClosed }: Part, outer: Condition) =>
  isClosed ? outer : allOf([outer, condition, bound])

/** Whether a record belongs to a part. */
const isOf = ({ condition, bound }: Part) => allOf([condition, bound])

function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.flatMap((one) => one ?? [])
  return given.length > 0 ? sql<SqlBool>`(${sql.join(given, sql` and `)})` : sql<SqlBool>`true`
}

/** Where a record stands in a walk, as JSON: the number of its part, and its place there. */
export function placeSql({ parts }: Walk): RawBuilder<WalkPlace> {
  const cases = parts.map(
    (part, number) => sql`when ${isOf(part)} then json_build_array(${number}::int, ${part.place})`,
  )
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** A place in a walk, as `placeSql` gives it. */
export type WalkPlace = readonly [part: number, place: Place]

/** The records of a walk on one side of a place, in the same order. */
export function walkOn(walk: Walk, side: Side, [number, place]: WalkPlace): Walk {
  const { parts } = walk
  const { lengthBy: _, ...part } = parts[number] ?? {}
  const own = parts[number]?.on(side, place).map((one) => ({ ...part, ...one })) ?? []
  const isBefore = side === 'before' || side === 'upTo'
  return {
    ...walk,
    parts: isBefore ? [...parts.slice(0, number), ...own] : [...own, ...parts.slice(number + 1)],
  }
}

/** Whether a record stands at such a place of a walk or before it. */
export const upTo = (walk: Walk, place: WalkPlace): Condition =>
  sql`(${sql.join(walkOn(walk, 'upTo', place).parts.map(isOf), sql` or `)})`

/** Whether a part has more records than may be read of it. */
async function isCut(resource: Resource, all: Condition, { maxRead }: Stretch, database: Sql) {
  if (maxRead === undefined) return false
  const { rows } = await sql`
    select from ${storedIn(resource)} t where ${all} limit 1 offset ${maxRead}`.execute(database)
  return rows.length > 0
}

/** How many records match, or one more than so many. */
async function lengthOf(resource: Resource, where: Condition, most: number, database: Sql) {
  if (most === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${storedIn(resource)} t where ${where} limit ${most + 1}
    ) t`.execute(database)
  return rows[0]?.count ?? 0
}

const keyOf = ({ name, descending }: Sorted): SortKey => ({ text: `t.${quoted(name)}`, descending })

/** What stands first in the index that has a field's order. */
function indexKey(resource: Resource, { name, descending }: Sorted): SortKey | undefined {
  const field = fieldOf(resource, name)
  const form = indexForm(resource, name)
  if (!field || !form || form === 'lookup' || form === 'presence') return undefined
  if (form === 'groups' && !targetOf(field)) return undefined
  return { text: ordered(name, field, 't'), descending }
}

/** Records without a value have a part of their own at the end, in either direction. */
function partsOf(resource: Resource, name: string, values: Part, without: Part): Part[] {
  const field = fieldOf(resource, name)
  if (!field?.options.optional) return [values]
  const column = columnOf(name)
  const isSparse = field.options.index === 'sparse'
  return [
    { ...values, condition: sql`${column} is not null`, lengthBy: ({ some }) => some },
    {
      ...without,
      lengthBy: ({ none }) => none,
      condition: sql`${column} is null`,
      // The index by the ID, which leaves deleted records out, tells it by itself.
      ...(isSparse && !resource.softDelete && { besides: sql`${column} is not null` }),
    },
  ]
}
