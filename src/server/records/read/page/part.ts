import type { RawBuilder, SqlBool } from 'kysely'

import type { CountedValues } from './countedValues.ts'

export type Condition = RawBuilder<SqlBool>

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

/** Values as JSON has them. */
export type Place = readonly unknown[]
