import { sql, type RawBuilder, type SqlBool } from 'kysely'

import {
  fieldOf,
  kindOf,
  parentField,
  treeOf,
  type Conditions,
  type Field,
  type Resource,
} from '#schema'

import { columnOf, joinTable, quoted, tableOf } from '../../database/names.ts'
import { type Condition, fragmentCondition, comparable, foundByFragments } from './searchWords.ts'

export const yes: Condition = sql`true`

export const no: Condition = sql`false`

export function every(conditions: readonly Condition[]): Condition {
  const needed = conditions.filter((one) => one !== yes)
  if (needed.length < 2) return needed[0] ?? yes
  return sql`(${sql.join(needed, sql` and `)})`
}

export function some(conditions: readonly Condition[]): Condition {
  if (conditions.length < 2) return conditions[0] ?? no
  return sql`(${sql.join(conditions, sql` or `)})`
}

export function columnConditions(
  resource: Resource,
  name: string,
  field: Field,
  one: Conditions,
): Condition {
  const column = comparable(resource, name, field)
  const type = sql.raw(kindOf(field).column(field) ?? 'text')
  const conditions: Condition[] = []
  const containing = (part: string) => fragmentCondition(resource, [name, field], part)
  if (one.in) {
    const found = foundByFragments(resource, [name, field], one.in)
    const whole = every([...(found ? [found] : []), isOneOf(column, one.in, type)])
    const parts = (one.parts ?? []).map(containing)
    conditions.push(parts.length > 0 ? some([whole, ...parts]) : whole)
  }
  if (one.below) conditions.push(isBelow(name, treeOf(resource, field), one.below))
  if (one.not) conditions.push(sql`(${column} is null or ${column} <> all(${one.not}::${type}[]))`)
  for (const part of one.notParts ?? []) {
    conditions.push(sql`(${column} is null or not (${containing(part)}))`)
  }
  if (one.from !== undefined) conditions.push(sql`${column} >= ${one.from}`)
  if (one.to !== undefined) conditions.push(sql`${column} <= ${one.to}`)
  if (one.contains !== undefined) {
    conditions.push(containing(one.contains))
  }
  if (one.empty !== undefined) conditions.push(isEmpty(columnOf(name), one.empty))
  return every(conditions)
}

/** Points at one of the records of a tree, or at one below them. */
function isBelow(name: string, tree: Resource | undefined, ids: readonly unknown[]): Condition {
  if (!tree) throw new Error(`"${name}" points at no tree`)
  const table = tableOf(tree)
  const parent = sql.raw(quoted(parentField(tree) ?? ''))
  return sql`${columnOf(name)} in (
    with recursive below as (
      select b.id from ${table} b where b.id = any(${ids}::bigint[])
      union select b.id from ${table} b join below on b.${parent} = below.id
    ) select id from below)`
}

function isOneOf(
  column: RawBuilder<unknown>,
  values: readonly unknown[],
  type: RawBuilder<unknown>,
): Condition {
  if (values.length === 0) return no
  return values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} = any(${values}::${type}[])`
}

const isEmpty = (column: RawBuilder<unknown>, empty: boolean): Condition =>
  empty ? sql`${column} is null` : sql`${column} is not null`

export function listConditions(name: string, one: Conditions): Condition {
  const column = columnOf(name)
  const conditions: Condition[] = []
  if (one.in) conditions.push(sql`${column} && ${one.in}::text[]`)
  if (one.not) conditions.push(sql`not coalesce(${column} && ${one.not}::text[], false)`)
  if (one.empty !== undefined) {
    conditions.push(sql`(coalesce(cardinality(${column}), 0) = 0) = ${one.empty}`)
  }
  return every(conditions)
}

/** Where no value means all that there are, a record without any is found by each of them. */
export function joinConditions(resource: Resource, name: string, one: Conditions): Condition {
  const table = sql.raw(joinTable(resource, name))
  const rows = (ids?: readonly unknown[]): Condition => {
    const among = ids ? sql`and j.target_id = any(${ids}::bigint[])` : sql``
    return sql`exists (select 1 from ${table} j where j.record_id = t.id ${among})`
  }
  const meansAll = fieldOf(resource, name)?.options.none !== undefined
  const among = (ids: readonly unknown[]) =>
    some([rows(ids), ...(meansAll ? [sql<SqlBool>`not ${rows()}`] : [])])
  const conditions: Condition[] = []
  if (one.in) conditions.push(among(one.in))
  if (one.not) conditions.push(sql`not ${among(one.not)}`)
  if (one.empty !== undefined) conditions.push(one.empty ? sql`not ${rows()}` : rows())
  return every(conditions)
}
