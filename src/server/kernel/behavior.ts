import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'

import type {
  ActionInput,
  Actions,
  ActionsOf,
  Filter,
  InputOf,
  RecordOf,
  Resource,
  User,
} from '#schema'

import type { Backend } from './backend.ts'
import type { Sql } from './database.ts'

/** The records of one resource, in the running transaction and past its access rules; audited like any write. */
export interface Records<R extends Resource> {
  /** Throws 404. */
  get(id: number): Promise<RecordOf<R>>
  find(filter: Filter<RecordOf<R>>): Promise<RecordOf<R>[]>
  exists(filter: Filter<RecordOf<R>>): Promise<boolean>
  create(input: Partial<RecordOf<R>>): Promise<RecordOf<R>>
  update(id: number, changes: Partial<RecordOf<R>>): Promise<RecordOf<R>>
}

/** One entry of an option list: its id and the declared option fields. */
export interface Option {
  readonly id: number
  readonly [name: string]: unknown
}

/** What a hook or handler may use. Destructure it. */
export interface Context {
  readonly user: User
  readonly backend: Backend
  /** The running transaction. */
  readonly sql: Sql
  readonly records: <R extends Resource>(resource: R) => Records<R>
}

/** A question about other records that comes with an insert: a query of one value, and who throws when it may not be. */
export interface Others {
  readonly query: RawBuilder<unknown>
  judge(found: unknown): void
}

type Awaitable<Value> = Value | PromiseLike<Value>

/** What the server does for one resource beyond what its declaration says. Hooks return the new value; they do not mutate. */
export type Behavior<R extends Resource> = Hooks<R> & Handlers<R, ActionsOf<R>>

interface Hooks<R extends Resource> {
  /**
   * Normalises and derives values on every way in: form, bulk edit and import row. Pure and quick.
   * Throws `invalid` or ValueError, with all that is wrong (`checkAll`). `previous` is undefined for a new record. Values
   * that were refused before are not among `values` and stand in `refused`: nothing is missed that stands there.
   */
  prepare?(
    values: Partial<RecordOf<R>>,
    previous: RecordOf<R> | undefined,
    refused?: ReadonlySet<string>,
  ): Partial<RecordOf<R>>
  /**
   * Completes the values that all rows of an imported file share; a row's own cell comes first. Throws `invalid`.
   * Of what a new record gets from the database, an imported one gets only this.
   */
  beforeImport?(shared: Partial<RecordOf<R>>, context: Context): Awaitable<Partial<RecordOf<R>>>
  /** What a new record begins with where a client says nothing; forms ask for it too: `GET /{api}/defaults`. */
  defaults?(context: Context): Awaitable<Partial<RecordOf<R>>>
  beforeCreate?(input: InputOf<R>, context: Context): Awaitable<Partial<RecordOf<R>>>
  /**
   * What other records have to say to a new one. Asked in the statement of its insert, after `beforeCreate`: what that
   * locked stays so until the end.
   */
  others?(values: Partial<RecordOf<R>>, context: Context): Others | undefined
  afterCreate?(record: RecordOf<R>, context: Context): Awaitable<void>
  beforeUpdate?(
    changes: Partial<RecordOf<R>>,
    record: RecordOf<R>,
    context: Context,
  ): Awaitable<Partial<RecordOf<R>>>
  afterUpdate?(record: RecordOf<R>, previous: RecordOf<R>, context: Context): Awaitable<void>
  beforeDelete?(record: RecordOf<R>, context: Context): Awaitable<void>
  afterDelete?(record: RecordOf<R>, context: Context): Awaitable<void>
  /** Refuses to bring a deleted record back, or does again what its creation did. */
  beforeRestore?(record: RecordOf<R>, context: Context): Awaitable<void>
  /** Completes the entries of the option list, for everybody who may have it (specification 3). */
  completeOptions?(options: readonly Option[], backend: Backend): Awaitable<Option[]>
  /** What a reader gets of a record that its rules and fields already let them see. Pure and quick. */
  present?(record: RecordOf<R>, user: User, backend: Backend): RecordOf<R>
  /** Routes beyond the derived ones, on the instance that serves `/api`. Each needs `config.access` and `config.about`. */
  routes?(app: FastifyInstance, backend: Backend): void
}

/** Every declared action must have a handler. It is called in a transaction; what it answers becomes `data`. */
type Handlers<R extends Resource, A extends Actions> = [keyof A] extends [never]
  ? unknown
  : {
      actions: {
        [Name in keyof A]: (
          call: { records: RecordOf<R>[]; input: ActionInput<A[Name]> },
          context: Context,
        ) => Awaitable<unknown>
      }
    }

/** Behavior by resource name, for the resources that have any. */
export type Behaviors<List extends readonly Resource[]> = {
  [R in List[number] as R['name']]?: Behavior<R>
}
