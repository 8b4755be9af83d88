import type { Filter, RecordOf, Resource } from '#schema'

/**
 * The records of one resource, in the running transaction, past its access rules and its hooks; audited like any write.
 * `editRecord` asks the hooks, as a form does.
 */
export interface Records<R extends Resource> {
  /** Throws 404. */
  get(id: number): Promise<RecordOf<R>>
  find(filter: Filter<RecordOf<R>>): Promise<RecordOf<R>[]>
  exists(filter: Filter<RecordOf<R>>): Promise<boolean>
  create(input: Partial<RecordOf<R>>): Promise<RecordOf<R>>
  /** Creates many that are given the same fields, in one statement for all. No secrets, and none that stand in a table of their own. */
  createAll(all: readonly Partial<RecordOf<R>>[]): Promise<RecordOf<R>[]>
  update(id: number, changes: Partial<RecordOf<R>>): Promise<RecordOf<R>>
  /**
   * Locks many by their ids, deleted ones among them, and changes each as is decided under its id, in a few statements for
   * all. Returns those that are changed.
   */
  updateAll<Name extends FieldOf<R> = FieldOf<R>>(
    ids: readonly number[],
    decide: (
      held: Pick<RecordOf<R>, Name>[],
    ) => Awaitable<ReadonlyMap<number, Partial<Pick<RecordOf<R>, Name>>>>,
    options?: {
      /** Stands in the audit log beside each change: its `note` in the history. */
      readonly detail?: object
      /** The fields that are looked at or changed, where these are few of many. */
      readonly reads?: readonly Name[]
    },
  ): Promise<Pick<RecordOf<R>, Name>[]>
}

type FieldOf<R extends Resource> = Extract<keyof RecordOf<R>, string>

type Awaitable<Value> = Value | PromiseLike<Value>
