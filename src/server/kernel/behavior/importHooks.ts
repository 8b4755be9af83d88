import type { z } from 'zod'

import type { ImportContext, RecordOf, Resource, UniqueFields, User } from '#schema'

import type { NewJob } from '../jobs.ts'
import type { Awaitable } from './handlers.ts'

/** What the server does with files of records beyond what the declaration says. */
export interface ImportHooks<R extends Resource, Context> {
  /**
   * Completes the values that all rows of an imported file share; a row's own cell comes first. Throws `invalid`.
   * Of what a new record gets from the database, an imported one gets only this.
   */
  beforeImport?(shared: Partial<RecordOf<R>>, context: Context): Awaitable<Partial<RecordOf<R>>>
  /**
   * What else is against rows of an imported file, by their places: asked once for some hundred rows, by a check too.
   * Undefined stands for nothing.
   */
  refuseImported?(
    rows: readonly Partial<RecordOf<R>>[],
    context: Context,
  ): Awaitable<readonly (RowProblem | undefined)[]>
  /**
   * The same of the rows that are left when duplicates are refused, where only so many may come in. `before` counts those
   * that a check has let in already, of which there are no records.
   */
  refuseSurplus?(
    rows: readonly Partial<RecordOf<R>>[],
    how: { readonly before: number },
    context: Context,
  ): Awaitable<readonly (RowProblem | undefined)[]>
  /** What is to be noticed of rows that is against none of them, by their places: the result of a file tells it, and that of a check. */
  remarkImported?(
    rows: readonly Partial<RecordOf<R>>[],
    context: Context,
  ): Awaitable<readonly (RowProblem | undefined)[]>
  /** Does what else imported records need, some hundred at once, in the transaction that inserts them. */
  afterImport?(ids: readonly number[], context: Context): Awaitable<void>
  /**
   * Takes what rows of a file tell of records (`import.outcomes`), some hundred at once, in the order of the file. Returns by
   * their places what is against them; a check writes nothing.
   */
  takeOutcomes?(
    rows: readonly Readonly<Record<string, unknown>>[],
    how: { readonly isCheck: boolean },
    context: Context,
  ): Awaitable<readonly (RowProblem | undefined)[]>
  /** What may follow an import of such records. */
  readonly followImport?: FollowImportIn<Context>
  /** What makes a record with these values a duplicate, or the rows of a file that share them; `import.keys` unless given. */
  duplicateRule?(values: Partial<RecordOf<R>>, context: Context): Awaitable<DuplicateRule>
  /** Why records that an import brought must stay when it is undone, by their ids: what is used already is not among them. */
  keepImported?(
    records: readonly RecordOf<R>[],
    context: Context,
  ): Awaitable<ReadonlyMap<number, string>>
  /**
   * Takes back what else came of some hundred records of an import that is undone, by their ids, in the transaction that has taken
   * these back as far as they may be: others of the import may be as it made them. Returns a message for each thing that was taken back:
   * `afterUndo: async (ids, _undone, { sql }) => (await takeCardsBack(ids, sql)).map(() => msg('card_taken_back'))`.
   */
  afterUndo?(
    ids: readonly number[],
    undone: { readonly import: number; readonly job: number },
    context: Context,
  ): Awaitable<readonly string[]>
}

/** A record that was refused, as it came: what a person or a program sent, or a row of a file. */
export interface Refused {
  readonly origin: 'import' | 'manual' | 'api'
  /** Who sent it. */
  readonly user: number
  /** The id of the import, and the number of the row in its file. */
  readonly import?: number
  readonly row?: number
  /** What was written in the fields, by their names. */
  readonly texts: Readonly<Record<string, string>>
  /** The values that are no text, those that all rows of a file share among them. */
  readonly values: Readonly<Record<string, unknown>>
  /** How dates and amounts are written in the texts. */
  readonly writing: Pick<ImportContext, 'dateOrder' | 'decimalSign'>
  /** All of it, columns that became no field among it, by their headers. */
  readonly raw: Readonly<Record<string, unknown>>
  /** Stable and machine readable. */
  readonly code: string
  /** In words, without what only some may know of the record that stands in the way. */
  readonly reason: string
  /** The id of that record. */
  readonly match?: number
}

/** Where records go that were refused. */
export interface RefusingIn<Context> {
  readonly into: Resource
  /** Returns the values of the record that keeps a refused one. Pure and quick. */
  record(refused: Refused): Readonly<Record<string, unknown>>
  /** Does what else follows from those that are kept now, those of a chunk at once. A check keeps none. */
  follow?(kept: readonly Refused[], context: Context): Awaitable<void>
  /** Whether one that was sent by itself is kept already, as that of somebody who presses the button again. */
  isKept?(values: Readonly<Record<string, unknown>>, context: Context): Awaitable<boolean>
  /** Settles those that are kept of an import which is undone, some hundred at once, by their ids. */
  undone?(ids: readonly number[], context: Context): Awaitable<unknown>
}

/** What may be done with the records of a file once all of it is in: asked for when its check is over, done in a job of its own. */
export interface FollowImportIn<Context> {
  /** Ends the address by which a file is taken in and this is asked for: `send` of `POST /{api}/import/{id}/send`. */
  readonly name: string
  /** What is asked for. */
  readonly asks: z.ZodType
  /** Whether a user may take nothing in without asking for it. */
  isRequired?(user: User): boolean
  /**
   * Returns the job, to which `parameters.import` is added: its plan finds the records by `recordsOfImport`. Throws RequestError
   * for what may not be; `found` counts the rows that the check lets in.
   */
  prepare(
    asked: unknown,
    found: { readonly created: number; readonly updated: number },
    context: Context,
  ): Awaitable<Pick<NewJob, 'type' | 'name' | 'parameters'>>
}

/** Why a row of a file becomes no record: a stable code, and the reason as a message. */
export interface RowProblem {
  readonly code: string
  readonly message: string
  /** The id of the record that stands in the way. */
  readonly match?: number
}

/** Two records that share all values of one of the groups of fields are the same; an empty value is like no other. */
export interface DuplicateRule {
  readonly groups: readonly UniqueFields[]
  /** How many hours back; without end unless given. */
  readonly hours?: number | null
  /** The field that marks a record which is taken in all the same; without it, it is refused. */
  readonly mark?: string
  /** Whether it fills what is empty in the record that is there; refused where nothing is. */
  readonly fill?: boolean
}
