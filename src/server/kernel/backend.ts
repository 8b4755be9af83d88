import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { LRUCache } from 'lru-cache'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'

import type {
  ImportContext,
  PlainResource,
  Resource,
  SqlFieldOf,
  Texts,
  ActionAnswer,
  ActionDeclaration,
  ActionInput,
  Actions,
  ActionsOf,
  InputOf,
  RecordOf,
  TransitionOf,
  User,
} from '#schema'

import type { BulkBehavior } from './bulkBehavior.ts'
import type { Config } from './config.ts'
import type { Database, Sql } from './database.ts'
import type { FileAnswer } from './fileAnswer.ts'
import type { PermissionDeclaration, SeedRole } from './declaredRights.ts'
import type { ChunkPlan, Job, Jobs, NewJob, Rhythm } from './jobs.ts'
import type { Records } from './records.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Terms } from './terms.ts'

/** What the console says in other languages. */
export interface Translations {
  /** Every text of the console by key, as it stands in the code. */
  readonly english: Texts
  /** The codes of the languages that the release ships beside English. */
  readonly shippedLanguages: readonly string[]
  /** The texts of a language that come with the release, by key. */
  shipped(language: string): Texts
  /** The texts of a language by key: those that it ships, and before them those that staff have set. */
  texts(language: string, backend: Backend): Promise<Texts>
  /** The names of the languages that people may choose, by code. Asked inside transactions too. */
  languages(database: Sql): Promise<Readonly<Record<string, string>>>
}

/** What no text may hold, whatever the resource, as the business says it. */
export interface ForbiddenText {
  /** Stable and machine readable, like the code of a ValueError. */
  readonly code: string
  readonly message: string
  /** Called for every text that is written: linear in its length. */
  isIn(text: string): boolean
  /** The text with what it may not hold made harmless, for reports of what was refused. */
  masked(text: string): string
}

/** What the business brings: resources with behavior, permissions and seeds. */
export interface Business {
  /** The address of the module that exports it as `business`. */
  readonly module: string
  /**
   * The address of a small module that exports as `business` what the thread that reads files needs of it: `resources`,
   * `forbiddenText`, and `prepare` of behaviors. Without it the thread loads all.
   */
  readonly reading?: string
  readonly resources: readonly Resource[]
  readonly behaviors: Readonly<Record<string, Behavior<PlainResource>>>
  readonly permissions: readonly PermissionDeclaration[]
  readonly roles: readonly SeedRole[]
  readonly translations?: Translations
  /** What no text of any resource may hold; refused on every way in. */
  readonly forbiddenText?: ForbiddenText
  /** For how many minutes things are kept at this moment, where the business says another time than the engine. */
  terms?(database: Sql): Promise<Terms>
  /** Fills reference tables that are empty. Called at every start, in one transaction. */
  seed(backend: Backend): Promise<void>
  /** Demo records and users, once, on an empty database with DEMO=1. */
  demo(backend: Backend): Promise<void>
  /** Shown on the login page with DEMO=1. */
  readonly demoAccounts: readonly { name: string; email: string; password: string }[]
  /** Routes that belong to no resource, on the instance that serves `/api`. Each needs `config.access` and a contract as `schema`. */
  routes?(app: Api, backend: Backend): void
}

/** Everything a request, hook or job may use. */
export interface Backend {
  readonly config: Config
  readonly database: Database
  readonly business: Business
  readonly secrets: Secrets
  readonly jobs: Jobs
  readonly log: FastifyBaseLogger
  /**
   * Emits when this process has committed something, so that its streams and workers need not wait for their next look:
   * `write`, and `write of books` for each resource that was written, or `commit` where it is not known what was.
   */
  readonly commits: EventEmitter<Record<string, []>>
  /** What the planner expects filters to match, for a minute each, by a hash of the filter. */
  readonly estimates: LRUCache<string, number>
  /** The resource of that name. Throws for a name that is not declared. */
  resource(name: string): Resource
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
export interface Refusing {
  readonly into: Resource
  /** Returns the values of the record that keeps a refused one. Pure and quick. */
  record(refused: Refused): Readonly<Record<string, unknown>>
  /** Does what else follows from those that are kept now, those of a chunk at once. A check keeps none. */
  follow?(kept: readonly Refused[], context: Context): Awaitable<void>
  /** Whether one that was sent by itself is kept already, as that of somebody who presses the button again. */
  isKept?(values: Readonly<Record<string, unknown>>, context: Context): Awaitable<boolean>
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

/** What may be done with the records of a file once all of it is in: asked for when its check is over, done in a job of its own. */
export interface FollowImport {
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
  readonly groups: readonly (readonly string[])[]
  /** How many hours back; without end unless given. */
  readonly hours?: number | null
  /** The field that marks a record which is taken in all the same; without it, it is refused. */
  readonly mark?: string
  /** Whether it fills what is empty in the record that is there; refused where nothing is. */
  readonly fill?: boolean
}

type Awaitable<Value> = Value | PromiseLike<Value>

/** What the server does for one resource beyond what its declaration says. Hooks return the new value; they do not mutate. */
export type Behavior<R extends Resource> = Hooks<R> & Handlers<R, ActionsOf<R>> & DerivedSql<R>

/** Where a field is derived of SQL, that must be there. */
type DerivedSql<R extends Resource> =
  string extends SqlFieldOf<R>
    ? unknown
    : [SqlFieldOf<R>] extends [never]
      ? unknown
      : { readonly derived: object }

/**
 * Work that comes again and again: once for all processes that work, in a transaction of its own, and as soon as one works
 * again when its time has passed. What fails is tried again after five minutes. The list of schedules tells the last and the
 * next run. Writes through `records` are audited and seen live, as done by no person.
 */
export type Schedule = Rhythm & ScheduledWork

interface ScheduledWork {
  /** Does the work, in a transaction of its own: what throws takes all of it back. */
  run(context: Context): Awaitable<unknown>
  /** As the owner of the tables, who alone may make and change them. */
  readonly asOwner?: true
}

/** What a resource and a feature add to the server alike. */
export interface ServerParts {
  /** Routes beyond the derived ones, on the instance that serves `/api`. Each needs `config.access` and a contract as `schema`. */
  routes?(app: Api, backend: Backend): void
  /**
   * What is done again and again, by name: `schedules: { overdue: { at: '02:30', zone: 'Europe/London', run } }`.
   */
  readonly schedules?: Readonly<Record<string, Schedule>>
  /** What jobs do that the resource starts, by name: `backend.jobs.start(sql, { type: 'books.name', … })`. */
  readonly jobs?: Readonly<Record<string, DeclaredJob>>
  /** Work that goes on as long as a process works, like a queue of its own. It begins and ends with the jobs. */
  workers?(backend: Backend): readonly LongRunning[]
}

/** Work without an end. */
export interface LongRunning {
  /** Begins, and returns at once. */
  start(): void
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** Where a part of a job works: in one transaction, with the rights that its user has by then. */
type JobCall = Context & { readonly job: Job }

/** Work for many records that goes on after its request, a part at a time; each part is done whole or not at all. */
export interface DeclaredJob {
  /** Finds out what is to be done, for a job that is started without parts. */
  plan?(call: JobCall): Awaitable<readonly ChunkPlan[]>
  /** Does one part. Says how many of its items were done and how many of these failed; without an answer, all. */
  run(part: ChunkPlan, call: JobCall): Awaitable<{ processed: number; failed: number } | void>
  /**
   * Of a job whose parts only begin what ends elsewhere: its items stay pending until `jobs.count` counts them, and it runs
   * until then. Called again and again while it is being cancelled: takes back some of what has not begun, and returns how
   * many items are left: those, and what is under way and will still be counted.
   */
  takeBack?(job: Job, context: Pick<Context, 'backend' | 'sql'>): Awaitable<number>
  /** Wakes what has waited for a job that rested, in the transaction that lets it go on. */
  resume?(job: number, context: Pick<Context, 'backend' | 'sql'>): Awaitable<void>
}

/** What has been done to a record, for the work outside that follows it. */
export interface Outgoing<R extends Resource> {
  /** The same at every attempt: for the `Idempotency-Key` of a call. */
  readonly key: string
  readonly id: number
  /** As it is now; undefined when it has gone. */
  readonly record: RecordOf<R> | undefined
  /** Who did it; null for a schedule. */
  readonly user_id: number | null
}

export type AfterWork<R extends Resource> = (
  event: Outgoing<R>,
  /** The signal ends a call that takes over a minute, and one that is under way when the process stops. */
  outside: { readonly backend: Backend; readonly signal: AbortSignal },
) => Promise<unknown>

/** What is done to one record. */
type WriteOf<R extends Resource> =
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | Extract<keyof ActionsOf<R>, string>
  | TransitionOf<R>

type BulkNames<R extends Resource> =
  | Extract<keyof ActionsOf<R>, string>
  | Extract<TransitionOf<R>, string>

interface Hooks<R extends Resource> extends ServerParts {
  /**
   * The SQL of the fields that are derived of it, none left out, over the columns of the record, which is `d`:
   * `derived: { is_late: 'd.due_on < current_date' }`. No browser loads it.
   */
  readonly derived?: { readonly [Name in SqlFieldOf<R>]: string }
  /**
   * The query that answers every column of a resource with a `view` which no migration makes:
   * `view: 'select id, at as created_at, at as updated_at, 1 as version, caller from phone_log'`.
   */
  readonly view?: string
  /**
   * What is done outside once a write has been committed, by `create`, `update`, `delete`, `restore` or the name of an action:
   * `after: { confirm: ({ record, key }, { signal }) => post(record, key, signal) }`. At least once, on any process that works,
   * outside of transactions; what fails is tried again with growing pauses, twenty times. Rows of imported files are no writes of this kind.
   */
  readonly after?: { readonly [Name in WriteOf<R>]?: AfterWork<R> }
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
  readonly followImport?: FollowImport
  /** What makes a record with these values a duplicate, or the rows of a file that share them; `import.keys` unless given. */
  duplicateRule?(values: Partial<RecordOf<R>>, context: Context): Awaitable<DuplicateRule>
  /** Why records that an import brought must stay when it is undone, by their ids: what is used already is not among them. */
  keepImported?(
    records: readonly RecordOf<R>[],
    context: Context,
  ): Awaitable<ReadonlyMap<number, string>>
  /**
   * Seconds in which a new record that one person sends again, value for value, is the one that is there: it is answered as
   * at first, and none is made. Of two at the same moment the second waits.
   */
  readonly sameWithin?: number
  /** What a new record begins with where a client says nothing; forms ask for it too: `GET /{api}/defaults`. */
  defaults?(context: Context): Awaitable<Partial<RecordOf<R>>>
  /** Completes a new record after `prepare`, in its transaction: numbers, computed fields. Throws `invalid` or `conflict`. */
  beforeCreate?(input: InputOf<R>, context: Context): Awaitable<Partial<RecordOf<R>>>
  /**
   * Keeps records that were refused: every row of a file that did not come in, in the transaction of its chunk, and what was
   * sent one by one, where the business refused it with `RefusedRecord`.
   */
  readonly refused?: Refusing
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
  /** Refuses a deletion, or makes room for it. */
  beforeDelete?(record: RecordOf<R>, context: Context): Awaitable<void>
  /** Does what else a deletion needs, in its transaction. */
  afterDelete?(record: RecordOf<R>, context: Context): Awaitable<void>
  /** Refuses to merge a record into another one (`mergeable`); so does `beforeDelete`. Both are asked by the preview, before the job and at its end. */
  beforeMerge?(record: RecordOf<R>, into: RecordOf<R>, context: Context): Awaitable<void>
  /** Refuses to bring a deleted record back, or does again what its creation did. */
  beforeRestore?(record: RecordOf<R>, context: Context): Awaitable<void>
  /**
   * What stands before actions that are done to many records at once, by their names: `refuse` throws what is against all of
   * them together, `preview` counts what would become of them, for an action that is `previewed`. In one line:
   * `bulk: { post: { refuse({ ids }) { if (ids.length > 500) throw invalid({}, 'The van is full') } } }`.
   */
  readonly bulk?: { readonly [Name in BulkNames<R>]?: BulkBehavior<Omit<Context, 'records'>> }
  /** Completes the entries of the option list, for everybody who may have it. */
  completeOptions?(options: readonly Option[], backend: Backend): Awaitable<Option[]>
  /** What a reader gets of a record that its rules and fields already let them see. Pure and quick. */
  present?(record: RecordOf<R>, user: User, backend: Backend): RecordOf<R>
}

type Handler<R extends Resource, A> = (
  call: { input: A extends ActionDeclaration ? ActionInput<A> : undefined } & (A extends {
    on: 'list'
  }
    ? unknown
    : { records: RecordOf<R>[] }),
  context: Context,
) => Awaitable<A extends { file: infer Type } ? FileAnswer<OneOf<Type>> : ActionAnswer<A>>

type OneOf<Type> = Extract<Type extends readonly (infer Each)[] ? Each : Type, string>

/**
 * Every declared action must have a handler; one that moves a record to another state may have one. It is called in a
 * transaction; what it answers becomes `data`.
 */
type Handlers<R extends Resource, A extends Actions> = [Exclude<keyof A, TransitionOf<R>>] extends [
  never,
]
  ? { actions?: OptionalHandlers<R, A> }
  : {
      actions: OptionalHandlers<R, A> & {
        [Name in Exclude<keyof A, TransitionOf<R>>]: Handler<R, A[Name]>
      }
    }

type OptionalHandlers<R extends Resource, A extends Actions> = {
  [Name in TransitionOf<R>]?: Handler<R, Name extends keyof A ? A[Name] : undefined>
}

/** Behavior by resource name, for the resources that have any. */
export type Behaviors<List extends readonly Resource[]> = {
  [R in List[number] as R['name']]?: Behavior<R>
} & {
  // Where an action is declared, its handler must be there, and the SQL of what is derived of it.
  [
    R in List[number] as [Exclude<keyof ActionsOf<R>, TransitionOf<R>> | SqlFieldOf<R>] extends [
      never,
    ]
      ? never
      : R['name']
  ]: Behavior<R>
}

/** The instance that serves `/api`: a route's contract is its `schema`, and types its handler. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
