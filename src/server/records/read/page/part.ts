import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Resource } from '#schema'

import { tableOf } from '../../../database/names.ts'
import { orderSql, type SortKey } from '../order.ts'
import type { CountedValues } from './countedValues.ts'

type Condition = RawBuilder<SqlBool>

/** A stretch of a list, counted from its end with `isReversed`. */
export interface Stretch {
  readonly limit: number
  readonly offset: number
  readonly isReversed: boolean
  /** Most records, matching or not, among which it is looked for along an index: fewer ids are found when they end first. */
  readonly maxRead?: number
  /** Of a far stretch: how many records were counted that have each value. */
  readonly counted?: CountedValues | undefined
}

/** The records of a list that follow each other along one index. */
export interface Part {
  readonly condition?: Condition
  /** What the living records outside of the part match, where no index that it is read by says so. */
  readonly besides?: Condition
  /** How long it is expected to be. */
  readonly lengthBy?: (counted: CountedValues) => number
  /** Reads the ids of a stretch of those that match among all of the part. */
  ids(where: Condition, stretch: Stretch, all: Condition): RawBuilder<{ id: number }>
  /** The values that say where a record of the part stands in it, as JSON. */
  readonly place: RawBuilder<unknown>
  /** Whether a record of the part stands at such a place or before it. */
  upTo(place: Place): Condition
}

/** Values as JSON has them. */
export type Place = readonly unknown[]

/** Records in the order of an index. In the first keys, as many as `alike`, they do not differ. */
export function along(resource: Resource, keys: readonly SortKey[], alike = 0): Part {
  return {
    ids(where, { limit, offset, maxRead, ...direction }, all) {
      const order = orderSql(keys, direction)
      const table = tableOf(resource)
      const read =
        maxRead === undefined
          ? table
          : sql`(select * from ${table} t where ${all} order by ${order} limit ${maxRead})`
      return sql`
        select t.id from ${read} t where ${where} order by ${order}
        limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
    },
    ...placesBy(keys.slice(alike)),
  }
}

/** Places by keys of one direction. */
export function placesBy(keys: readonly SortKey[]): Pick<Part, 'place' | 'upTo'> {
  const texts = sql.raw(keys.map(({ text }) => text).join(', '))
  const comparison = sql.raw(keys[0]?.descending ? '>=' : '<=')
  return {
    place: sql`json_build_array(${texts})`,
    upTo: (place) => sql`(${texts}) ${comparison} (${sql.join(place)})`,
  }
}
