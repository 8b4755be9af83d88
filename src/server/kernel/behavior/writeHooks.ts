import type { InputOf, RecordOf, Resource } from '#schema'

import type { Awaitable } from './handlers.ts'

/** What the server does with records that are written, one by one or many at once, beyond what the declaration says. */
export interface WriteHooks<R extends Resource, Context> {
  /**
   * Normalises and derives values on every way in: form, bulk edit and import row. Pure and quick.
   * Throws `invalid` or ValueError, with all that is wrong (`checkAll`). `previous` is undefined for a new record. Values
   * that were refused before are not among `values` and stand in `refused`: nothing is missed that stands there.
   */
  prepare?(
    values: Partial<RecordOf<R>>,
    previous: RecordOf<R> | undefined,
    refused?: ReadonlySet<string>,
    /** The keyed hash of a text: to keep where the text itself may not stay. */
    fingerprint?: (text: string) => string,
  ): Partial<RecordOf<R>>
  /**
   * Seconds in which a new record that one person sends again, value for value, is the one that is there: it is answered as
   * at first, and none is made. Of two at the same moment the second waits.
   */
  readonly sameWithin?: number
  /** What a new record begins with where a client says nothing; forms ask for it too: `GET /{api}/defaults`. */
  defaults?(context: Context): Awaitable<Partial<RecordOf<R>>>
  /** Completes a new record after `prepare`, in its transaction: numbers, computed fields. Throws `invalid` or `conflict`. */
  beforeCreate?(input: InputOf<R>, context: Context): Awaitable<Partial<RecordOf<R>>>
  /** Does what else a new record needs, in its transaction. */
  afterCreate?(record: RecordOf<R>, context: Context): Awaitable<void>
  /** Completes or refuses a change, of which it gets what differs; `record` is as it was. */
  beforeUpdate?(
    changes: Partial<RecordOf<R>>,
    record: RecordOf<R>,
    context: Context,
  ): Awaitable<Partial<RecordOf<R>>>
  /** Does what else a change needs, in its transaction. */
  afterUpdate?(record: RecordOf<R>, previous: RecordOf<R>, context: Context): Awaitable<void>
  /**
   * What a person is told of their change of one record, as a message, where it has not come to what they wanted by it:
   * `warnOfUpdate: ({ stage }) => (stage === 'held' ? msg('it_is_held_still') : undefined)`.
   */
  warnOfUpdate?(record: RecordOf<R>): string | undefined
  /**
   * What `beforeUpdate` does, for many records in one call: returns the values of each, in their order. What it refuses holds
   * for none: each of them is asked by itself then, as where it is missing. In one line:
   * `beforeUpdateAll: (all) => all.map(({ changes }) => ({ ...changes, is_checked: false }))`.
   */
  beforeUpdateAll?(
    all: readonly { readonly changes: Partial<RecordOf<R>>; readonly record: RecordOf<R> }[],
    context: Context,
  ): Awaitable<readonly Partial<RecordOf<R>>[]>
  /**
   * What `afterUpdate` does, for many records in one call. In one line:
   * `afterUpdateAll: (all, { sql }) => callMembers(all.map(({ record }) => record), sql)`.
   */
  afterUpdateAll?(
    all: readonly { readonly record: RecordOf<R>; readonly previous: RecordOf<R> }[],
    context: Context,
  ): Awaitable<void>
  /** Refuses a deletion, or makes room for it. */
  beforeDelete?(record: RecordOf<R>, context: Context): Awaitable<void>
  /** Does what else a deletion needs, in its transaction. */
  afterDelete?(record: RecordOf<R>, context: Context): Awaitable<void>
  /** Refuses to merge a record into another one (`mergeable`); so does `beforeDelete`. Both are asked by the preview, before the job and at its end. */
  beforeMerge?(record: RecordOf<R>, into: RecordOf<R>, context: Context): Awaitable<void>
  /** Refuses to bring a deleted record back, or does again what its creation did. */
  beforeRestore?(record: RecordOf<R>, context: Context): Awaitable<void>
  /**
   * The same for many records in one call. What it refuses holds for none: each of them is asked by itself then. In one line:
   * `beforeRestoreAll: (posts, { sql }) => refuseFullBoards(posts, sql)`.
   */
  beforeRestoreAll?(records: readonly RecordOf<R>[], context: Context): Awaitable<void>
}
