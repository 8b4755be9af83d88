import { sql, type RawBuilder, type SqlBool } from 'kysely'

import {
  fieldOf,
  indexForm,
  kindOf,
  type Field,
  type Query,
  type Resource,
  type User,
  targetOf,
} from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import { literal, quoted, ordered, columnOf, tableOf } from '../../database/names.ts'
import type { Sql } from '../../kernel/database.ts'
import { ruleCondition } from './where.ts'
import {
  type SortKey,
  type Ordering,
  orderSql,
  type Groups,
  groupsOf,
  lastKeys,
  titleOf,
} from './order.ts'

type Condition = RawBuilder<SqlBool>

/** A stretch of a list, counted from its end with `isReversed`. */
export interface Stretch {
  readonly limit: number
  readonly offset: number
  readonly isReversed: boolean
  /** Most records, matching or not, among which it is looked for along a column: fewer ids are found when they end first. */
  readonly maxRead?: number
}

/** The records of a list that follow each other along one index. */
interface Part {
  readonly condition?: Condition
  /** Reads the ids of a stretch of those that match among all of the part. */
  ids(where: Condition, stretch: Stretch, all: Condition): RawBuilder<{ id: number }>
}

/** A list in the order asked for, along indexes. */
export interface Walk {
  readonly resource: Resource
  /** Those with a value, then those without. */
  readonly parts: readonly Part[]
}

type Sorted = Query['sort'][number]

/** How indexes go through a large resource in the order asked for; undefined when none has that order. */
export function walkOf({ backend, resource, user, query: { sort } }: Ordering): Walk | undefined {
  const [first, second, ...more] = sort
  if (!first || more.length > 0) return undefined
  const groups = groupsOf(backend, resource, first.name)
  const last = [...(second ? [keyOf(second)] : []), ...lastKeys(backend, resource, sort)]
  if (groups && (!second || second.name === 'created_at')) {
    const values = grouped(resource, first, last, sourceOf(backend, groups, user))
    // All alike in the first key, whose direction must be that of the others for an index to have them.
    const empty = { ...keyOf(first), descending: last[0]?.descending ?? true }
    return { resource, parts: partsOf(resource, first.name, values, [empty, ...last]) }
  }
  const key = second ? undefined : indexKey(resource, first)
  if (!key) return undefined
  const keys = first.name === 'id' ? [key] : [key, ...last]
  const isSparse = fieldOf(resource, first.name)?.options.index === 'sparse'
  const values = along(resource, keys)
  return { resource, parts: partsOf(resource, first.name, values, isSparse ? last : keys) }
}

/** The ids of a stretch of the records that match, in order. */
export async function walkIds(
  { resource, parts }: Walk,
  where: Condition,
  stretch: Stretch,
  database: Sql,
): Promise<number[]> {
  const ids: number[] = []
  const alive = ruleCondition(resource, true)
  const within = (part: Part, outer: Condition) =>
    part.condition ? sql<SqlBool>`${outer} and ${part.condition}` : outer
  let { offset } = stretch
  for (const part of stretch.isReversed ? parts.toReversed() : parts) {
    const limit = stretch.limit - ids.length
    const [matching, all] = [within(part, where), within(part, alive)]
    const { rows } = await part.ids(matching, { ...stretch, limit, offset }, all).execute(database)
    ids.push(...rows.map(({ id }) => id))
    if (ids.length === stretch.limit || (await isCut(resource, all, stretch, database))) break
    // Where a part ends before the stretch begins, the next one is entered by what is left of the offset.
    offset = rows.length > 0 ? 0 : offset - (await lengthOf(resource, matching, offset, database))
  }
  return stretch.isReversed ? ids.toReversed() : ids
}

/** Whether a part has more records than may be read of it. */
async function isCut(resource: Resource, all: Condition, { maxRead }: Stretch, database: Sql) {
  if (maxRead === undefined) return false
  const { rows } = await sql`
    select from ${tableOf(resource)} t where ${all} limit 1 offset ${maxRead}`.execute(database)
  return rows.length > 0
}

async function lengthOf(resource: Resource, where: Condition, offset: number, database: Sql) {
  if (offset === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${tableOf(resource)} t where ${where}`.execute(database)
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
function partsOf(
  resource: Resource,
  name: string,
  values: Part['ids'],
  emptyKeys: readonly SortKey[],
): Part[] {
  if (!fieldOf(resource, name)?.options.optional) return [{ ids: values }]
  const column = columnOf(name)
  return [
    { condition: sql`${column} is not null`, ids: values },
    { condition: sql`${column} is null`, ids: along(resource, emptyKeys) },
  ]
}

function along(resource: Resource, keys: readonly SortKey[]): Part['ids'] {
  return (where, { limit, offset, maxRead, ...direction }, all) => {
    const order = orderSql(keys, direction)
    const table = tableOf(resource)
    const read =
      maxRead === undefined
        ? table
        : sql`(select * from ${table} t where ${all} order by ${order} limit ${maxRead})`
    return sql`
      select t.id from ${read} t where ${where} order by ${order} limit ${limit} offset ${offset}`
  }
}

/** From here on it is quicker to count a group that a stretch leaves behind than to read the ids in it. */
const deepOffset = 1_000

/** Goes through the groups in their order until the stretch is complete; of each no more is read than is needed. */
function grouped(
  resource: Resource,
  { name, descending }: Sorted,
  keys: readonly SortKey[],
  source: RawBuilder<unknown>,
): Part['ids'] {
  return (where, { limit, offset, ...direction }) => {
    const places = orderSql([{ text: 'place', descending }], direction)
    const group = sql`from ${tableOf(resource)} t where ${columnOf(name)} = g.value and ${where}`
    const found = pageOf(
      sql`select t.id ${group} order by ${orderSql(keys, direction)}`,
      sql`select count(*)::int ${group}`,
      { limit, offset },
    )
    return sql`
      with recursive groups as materialized (
        select array_agg(value order by ${places}) as all from (${source}) s
      ),
      walked as (
        select 0 as groups, ${offset}::int as ahead, '{}'::bigint[] as ids
        union all
        select walked.groups + 1, greatest(walked.ahead - page.passed, 0), walked.ids || page.ids
        from walked, groups,
        lateral (select groups.all[walked.groups + 1] as value offset 0) g,
        lateral (${found}) page
        where walked.groups < cardinality(groups.all) and cardinality(walked.ids) < ${limit}
      )
      select unnest(ids[1:${limit}]) as id
      from (select ids from walked order by groups desc limit 1) last`
  }
}

/**
 * The ids that a stretch has of a group \`g\`, and how many records it leaves behind there. Each is worked out once: \`offset 0\`
 * keeps the planner from writing it in each place where it is read.
 */
function pageOf(
  rows: RawBuilder<unknown>,
  length: RawBuilder<unknown>,
  { limit, offset }: Pick<Stretch, 'limit' | 'offset'>,
): RawBuilder<unknown> {
  return offset < deepOffset
    ? sql`
        select found.ids[walked.ahead + 1 : walked.ahead + ${limit}] as ids, cardinality(found.ids) as passed
        from (select array(${rows} limit ${limit + offset}) as ids offset 0) found`
    : sql`
        select found.ids, case when found.ids = '{}' then (${length}) else walked.ahead end as passed
        from (select array(${rows} limit ${limit} offset walked.ahead) as ids offset 0) found`
}

/** The groups with their places. */
function sourceOf(backend: Backend, { field, target }: Groups, user: User): RawBuilder<unknown> {
  if (!target) return sql.raw(valuesSql(field))
  const title = titleOf(target, user)
  const order = sql.raw(title === undefined ? 'o.id' : `${title}, o.id`)
  return sql`
    select o.id as value, row_number() over (order by ${order}) as place
    from ${tableOf(target)} o order by place`
}

function valuesSql(field: Field): string {
  const { values, column } = kindOf(field)
  const list = literal(values?.(field) ?? [], `${column(field)}[]`)
  return `select value, place from unnest(${list}) with ordinality as v (value, place) order by place`
}
