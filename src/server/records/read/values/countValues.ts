import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { TabCount } from '#contract'
import { countCap, fieldOf, isStored, type Query, type Resource, type User } from '#schema'

import { serverKindOf } from '../../../../kinds/kinds.server.ts'
import { columnOf, isJoin, joinTable } from '../../../database/names.ts'
import type { Backend } from '../../../kernel/backend.ts'
import { sourceOf } from '../source.ts'
import { whereOf, type AdmittedQuery } from '../where.ts'
import { cap, countTabs, readInTime } from './countTabs.ts'

/** Most values that are told. */
export const valuesLimit = 40

interface Counting {
  readonly backend: Backend
  readonly resource: Resource
  readonly user: User
  readonly name: string
  readonly query: AdmittedQuery
  /** The values to count where an index finds the records of each; those of the newest records unless given. */
  readonly among?: readonly TabCount['value'][]
}

export interface Counted {
  readonly values: readonly TabCount[]
  /** Records have no other value. */
  readonly isWhole: boolean
}

/**
 * Which values of a field the records have that a query lets in, the most frequent first, with how many have each. At most
 * 10,000 records are looked at, the newest: of a longer list a number is the least there are, unless an index finds the
 * records of each value. Returns undefined where nothing is counted.
 */
export async function countValues(counting: Counting): Promise<Counted | undefined> {
  const { backend, resource, user, name, query, among } = counting
  if (!isCounted(resource, query)) return undefined
  const rule = resource.access.list(user)
  const where = whereOf(resource, user, query, rule)
  const statement = valuesIn(resource, name, where)
  const rows = (await readInTime(backend, (database) => statement.execute(database)))?.rows
  if (!rows) return undefined
  if (rows.every(({ total }) => total <= countCap)) {
    const values = rows.map(({ value, count }) => ({ value, count, is_more: false }))
    return { values, isWhole: rows.length < valuesLimit }
  }
  const isOpen = rule === true && Object.keys(query.filter).length === 0 && !query.where
  const values = rows.map(({ value, count }) => ({
    value,
    count: Math.min(count, cap),
    is_more: true,
  }))
  if (!isOpen || !standsAlone(resource, name)) return { values, isWhole: false }
  const tabs = (among ?? values.map(({ value }) => value)).map((value) => ({
    value,
    where: isValue(where, name, value),
  }))
  return { values: await countTabs(backend, resource, tabs), isWhole: false }
}

/** Words are looked for record by record: of a large list they are not counted. */
const isCounted = ({ size }: Resource, { search, where }: Query): boolean =>
  size !== 'large' || (!search && !where)

/** The condition of the records that have one value of a field. */
const isValue = (where: RawBuilder<SqlBool>, name: string, value: TabCount['value']) =>
  sql<SqlBool>`${where} and ${columnOf(name)} = ${value}`

interface Found {
  value: TabCount['value']
  count: number
  /** Of all records that were looked at, which are at most one more than are counted. */
  total: number
}

/** Whether a column of the table holds one value of a record. */
function standsAlone(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  return field !== undefined && isStored(field) && serverKindOf(field).storage === undefined
}

/** Among as many records as the list counts, and no more: the newest. */
function valuesIn(resource: Resource, name: string, where: RawBuilder<SqlBool>) {
  const isMany = isJoin(resource, name)
  const newest = columnOf(resource.view?.sorts[0] ?? 'id')
  const { value, from } = valueOf(resource, name)
  return sql<Found>`
    with found as materialized (
      select t.id, ${isMany ? sql`null` : columnOf(name)} as value
      from ${sourceOf(resource)} t where ${where} order by ${newest} desc limit ${countCap + 1}
    )
    select ${value} as value, count(*)::int as count, (select count(*)::int from found) as total
    from found f ${from} where ${value} is not null
    group by 1 order by 2 desc, 1 limit ${valuesLimit}`
}

/** Each value of a record that the statement calls `f`, and what it is joined with. */
function valueOf(resource: Resource, name: string) {
  const storage = serverKindOf(resource.fields[name]).storage
  if (!storage) return { value: sql`f.value`, from: sql`` }
  const value = sql`j.target_id`
  return storage === 'join'
    ? { value, from: sql`join ${sql.raw(joinTable(resource, name))} j on j.record_id = f.id` }
    : { value, from: sql`cross join lateral unnest(f.value) j (target_id)` }
}
