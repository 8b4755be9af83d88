import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { ChunkPlan, Job, Rhythm } from '../jobs.ts'
import type { Awaitable } from './handlers.ts'

/**
 * Work that comes again and again: once for all processes that work, in a transaction of its own, and as soon as one works
 * again when its time has passed. What fails is tried again after five minutes. The list of schedules tells the last and the
 * next run. Writes through `records` are audited and seen live, as done by no person.
 */
export type ScheduleIn<Context> = Rhythm & ScheduledWork<Context>

interface ScheduledWork<Context> {
  /** Does the work, in a transaction of its own: what throws takes all of it back. */
  run(context: Context): Awaitable<unknown>
  /** As the owner of the tables, who alone may make and change them. */
  readonly asOwner?: true
}

/** What a resource and a feature add to the server alike. */
export interface ServerPartsIn<Context, Backend> {
  /** Routes beyond the derived ones, on the instance that serves `/api`. Each needs `config.access` and a contract as `schema`. */
  routes?(app: Api, backend: Backend): void
  /**
   * What is done again and again, by name: `schedules: { overdue: { at: '02:30', zone: 'Europe/London', run } }`.
   */
  readonly schedules?: Readonly<Record<string, ScheduleIn<Context>>>
  /** What jobs do that the resource starts, by name: `backend.jobs.start(sql, { type: 'books.name', … })`. */
  readonly jobs?: Readonly<Record<string, DeclaredJobIn<Context>>>
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
type JobCall<Context> = Context & { readonly job: Job }

/** Work for many records that goes on after its request, a part at a time; each part is done whole or not at all. */
export interface DeclaredJobIn<Context> {
  /** What its user must hold at each part, as who loses it meanwhile changes no more records: `permission: 'hire.booking.update'`. */
  readonly permission?: string
  /** Finds out what is to be done, for a job that is started without parts. */
  plan?(call: JobCall<Context>): Awaitable<readonly ChunkPlan[]>
  /**
   * Does one part. Says how many of its items were done and how many of these failed; without an answer, all. Its result counts
   * the `warnings`, a message for each item that has not come to all of it.
   */
  run(
    part: ChunkPlan,
    call: JobCall<Context>,
  ): Awaitable<{ processed: number; failed: number; warnings?: readonly string[] } | void>
  /**
   * Of a job whose parts only begin what ends elsewhere: its items stay pending until `jobs.count` counts them, and it runs
   * until then. Called again and again while it is being cancelled: takes back some of what has not begun, and returns how
   * many items are left: those, and what is under way and will still be counted.
   */
  takeBack?(job: Job, context: Omit<Context, 'user' | 'records'>): Awaitable<number>
  /** Wakes what has waited for a job that rested, in the transaction that lets it go on. */
  resume?(job: number, context: Omit<Context, 'user' | 'records'>): Awaitable<void>
}

/** The instance that serves `/api`: a route's contract is its `schema`, and types its handler. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
