import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Resource } from '#schema'

import { storedIn } from '../source.ts'
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
  /** Of what is left of a part: on which side of a place its records stand. */
  readonly bound?: Condition
  /** It reads no others than those of both conditions, also where it is not asked for them. */
  readonly isClosed?: boolean
  /** What the living records outside of the part match, where no index that it is read by says so. */
  readonly besides?: Condition
  /** How long it is expected to be. */
  readonly lengthBy?: (counted: CountedValues) => number
  /** Reads the ids of a stretch of those that match among all of the part. */
  ids(where: Condition, stretch: Stretch, all: Condition): RawBuilder<{ id: number }>
  /** The values that say where a record of the part stands in it, as JSON. */
  readonly place: RawBuilder<unknown>
  /** The records of the part on one side of a place, in their order. */
  on(side: Side, place: Place): readonly Omit<Part, 'condition'>[]
}

/** On which side of a place records stand: `upTo` and `from` have the one that stands there. */
export type Side = 'before' | 'upTo' | 'from' | 'behind'

/** How the keys of records on one side compare with those of the place, in ascending order and in descending order. */
const comparisons: Readonly<Record<Side, readonly [string, string]>> = {
  before: ['<', '>'],
  upTo: ['<=', '>='],
  from: ['>=', '<='],
  behind: ['>', '<'],
}

/** Values as JSON has them. */
export type Place = readonly unknown[]

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
