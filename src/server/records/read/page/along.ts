import { sql } from 'kysely'

import type { Resource } from '#schema'

import { storedIn } from '../source.ts'
import { orderSql, type SortKey } from '../order.ts'
import type { Condition, Part, Side, Place } from './part.ts'

/** Records in the order of an index. In the first keys, as many as `alike`, they do not differ. */
export function along(resource: Resource, keys: readonly SortKey[], alike = 0): Part {
  const { place, beside } = placesBy(keys.slice(alike))
  const part: Part = {
    ids(where, { limit, offset, maxRead, ...direction }, all) {
      const order = orderSql(keys, direction)
      const table = storedIn(resource)
      const read =
        maxRead === undefined
          ? table
          : sql`(select * from ${table} t where ${all} order by ${order} limit ${maxRead})`
      return sql`
        select t.id from ${read} t where ${where} order by ${order}
        limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
    },
    place,
    on: (side, at) => [{ ...part, bound: beside(side, at) }],
  }
  return part
}

/** Places by keys of one direction. */
export function placesBy(keys: readonly SortKey[]) {
  const texts = sql.raw(keys.map(({ text }) => text).join(', '))
  return {
    place: sql`json_build_array(${texts})`,
    beside(side: Side, place: Place): Condition {
      const comparison = comparisons[side][keys[0]?.descending ? 1 : 0]
      return sql`(${texts}) ${sql.raw(comparison)} (${sql.join(place)})`
    },
  }
}

/** How the keys of records on one side compare with those of the place, in ascending order and in descending order. */
const comparisons: Readonly<Record<Side, readonly [string, string]>> = {
  before: ['<', '>'],
  upTo: ['<=', '>='],
  from: ['>=', '<='],
  behind: ['>', '<'],
}
