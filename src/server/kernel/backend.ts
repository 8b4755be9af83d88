import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { LRUCache } from 'lru-cache'

import type {
  ActionsOf,
  PlainResource,
  RecordOf,
  Resource,
  SqlFieldOf,
  Texts,
  TransitionOf,
  User,
} from '#schema'

import type { BulkBehavior } from './behavior/bulkBehavior.ts'
import type { Awaitable, Handlers } from './behavior/handlers.ts'
import type { FollowImportIn, ImportHooks, RefusingIn } from './behavior/importHooks.ts'
import type { Api, DeclaredJobIn, ScheduleIn, ServerPartsIn } from './behavior/serverParts.ts'
import type { TimelineHook } from './behavior/timelineHook.ts'
import type { WriteHooks } from './behavior/writeHooks.ts'
import type { Config } from './config.ts'
import type { Database, Sql } from './database.ts'
import type { PermissionDeclaration, SeedRole } from './declaredRights.ts'
import type { Jobs } from './jobs.ts'
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
  texts(language: string, database: Sql): Promise<Texts>
  /** The names of the languages that people may choose, by code. Both are asked inside transactions too. */
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
   * `forbiddenText`, and `prepare` of behaviors. Without it the thread loads all: `reading: new URL('./reading.server.ts', import.meta.url).href`.
   */
  readonly reading?: string
  /** What `defineResources` of `index.ts` returns: `resources: defineResources([...own, ...systemResources(own)])`. */
  readonly resources: readonly Resource[]
  /** The behavior of each resource that has one, beside those of the system: `behaviors: { ...systemBehaviors, visits: visitBehavior }`. */
  readonly behaviors: Readonly<Record<string, Behavior<PlainResource>>>
  /** The permissions beside those that declarations make: `permissions: [{ name: 'club.note', group: 'Club', description: 'Read the notes' }, ...systemPermissions]`. */
  readonly permissions: readonly PermissionDeclaration[]
  /**
   * The roles of an empty database, `*` for every permission: `roles: [{ name: 'Vet', permissions: ['visit.view'] }]`. Later starts
   * give those with `*` what is new; the others are changed on their screen.
   */
  readonly roles: readonly SeedRole[]
  /** The English texts of the declarations and what translates them: `translations: createTranslations({ module: import.meta.url, resources, permissions })`. */
  readonly translations?: Translations
  /** What no text of any resource may hold; refused on every way in: `forbiddenText: { code: 'card', message: 'Leave card numbers out', isIn, masked }`. */
  readonly forbiddenText?: ForbiddenText
  /** For how many minutes things are kept at this moment, where the business says another time than the engine: `terms: async () => ({ jobs: 90 * 24 * 60 })`. */
  terms?(database: Sql): Promise<Terms>
  /** Fills reference tables that are empty. Called at every start, in one transaction: `seed: seedLanguages`. */
  seed(backend: Backend): Promise<void>
  /** Demo records and users, once, on an empty database with DEMO=1: `demo: demoOf(people, password, insertRecords).demo`. */
  demo(backend: Backend): Promise<void>
  /** What the first administrator has beside the full role, values of fields that the business adds to users: `firstAdministrator: { is_vet: true }`. */
  readonly firstAdministrator?: Readonly<Record<string, unknown>>
  /** Shown on the login page with DEMO=1: `demoAccounts: [{ name: 'Ada', email: 'ada@example.com', password }]`. */
  readonly demoAccounts: readonly { name: string; email: string; password: string }[]
  /** Routes that belong to no resource, on the instance that serves `/api`; written as those of a behavior: `routes: (app, { database }) => waitingRoutes(app, database)`. */
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
   * `write`, and `write of books` for each resource that was written, or `commit` where it is not known what was; `resize`
   * with a resource of which a user's request made or deleted records, and the ID of the user.
   */
  readonly commits: EventEmitter<Record<string, [resource?: string, user?: number]>>
  /** What the planner expects filters to match, for a minute each, by a hash of the filter. */
  readonly estimates: LRUCache<string, number>
  /** The resource of that name. Throws for a name that is not declared. */
  resource(name: string): Resource
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

// Written for any context: their files do not import this one.
export type FollowImport = FollowImportIn<Context>
export type Refusing = RefusingIn<Context>
export type Schedule = ScheduleIn<Context>
export type DeclaredJob = DeclaredJobIn<Context>
export type ServerParts = ServerPartsIn<Context, Backend>

/** What the server does for one resource beyond what its declaration says. Hooks return the new value; they do not mutate. */
export type Behavior<R extends Resource> = Hooks<R> &
  Handlers<R, ActionsOf<R>, Context> &
  DerivedSql<R>

/** Where a field is derived of SQL, that must be there. */
type DerivedSql<R extends Resource> =
  string extends SqlFieldOf<R>
    ? unknown
    : [SqlFieldOf<R>] extends [never]
      ? unknown
      : { readonly derived: object }

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

interface Hooks<R extends Resource>
  extends ServerParts, ImportHooks<R, Context>, WriteHooks<R, Context>, TimelineHook<R> {
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
   * Keeps records that were refused: every row of a file that did not come in, in the transaction of its chunk, and what was
   * sent one by one, where the business refused it with `RefusedRecord`.
   */
  readonly refused?: Refusing
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
  /**
   * What a file says of fields of these records, which `present` has made, in place of what it would say:
   * `textsInFiles: async (records) => records.map(({ price }) => ({ price: price + ' a day' }))`.
   */
  textsInFiles?(
    records: readonly RecordOf<R>[],
    context: FileContext,
  ): Promise<readonly Readonly<Record<string, string>>[]>
}

/** Who gets a file, in the transaction that writes it. */
export interface FileContext {
  readonly backend: Backend
  readonly user: User
  readonly sql: Sql
  /** The time zone of its times; UTC unless given. */
  readonly zone?: string | undefined
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
