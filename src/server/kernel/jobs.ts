import type { User } from '#schema'

import type { Sql } from './database.ts'

/** A piece of work for many records, kept in the table `jobs`. */
export interface Job {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly state: JobState
  /** Id of the user who started it, with whose rights it works. */
  readonly user: number
  readonly parameters: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>> | null
  readonly message: string | null
  /** Ids of stored files. */
  readonly result_file: string | null
  readonly error_file: string | null
  /** `processed = total − pending`; `failed` counts the processed ones that failed. */
  readonly total: number
  readonly pending: number
  readonly processed: number
  readonly failed: number
}

export type JobState =
  | 'queued'
  | 'running'
  | 'paused'
  | 'cancelling'
  | 'cancelled'
  | 'finished'
  | 'finished_with_errors'
  | 'failed'

/** Part of a job: how many items of its total it stands for, and what it is to do with them. */
export interface ChunkPlan {
  readonly size: number
  readonly payload: unknown
}

export interface NewJob {
  readonly type: string
  readonly name: string
  readonly user_id: number
  readonly parameters: object
  /** The job whose work it goes on with: cancelled with it. Such a job is never too many. */
  readonly parent?: number
  /** Left out, the kind's `plan` finds them. */
  readonly chunks?: readonly ChunkPlan[]
}

/** Items of a job that have ended. `tally` says in which ways, and is added to the job's result. */
export interface ItemCount {
  readonly processed: number
  readonly failed: number
  readonly tally?: Readonly<Record<string, number>>
}

/** What was asked of a job and what is left of it. */
export interface JobContent {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly result: unknown
}

/** Done in the given transaction, any number of times. */
type Upkeep = (sql: Sql) => Promise<unknown>

/** Work that outlives its request: rows of `jobs`, cut into rows of `job_chunks`. */
export interface Jobs {
  /** Puts a job in the queue, in the caller's transaction, and returns its id. */
  start(sql: Sql, job: NewJob): Promise<number>
  /** Ends a job, and those that go on with its work, after the chunks under way, in the caller's transaction. False when all have ended. */
  cancel(sql: Sql, id: number): Promise<boolean>
  /** Lets a job rest after the chunks under way, in the caller's transaction. False when it is not at work. */
  pause(sql: Sql, id: number, message?: string): Promise<boolean>
  /** Tells the person who reads the list of jobs what one is about, in the caller's transaction; until it is resumed. */
  note(sql: Sql, id: number, message: string): Promise<void>
  /** Counts items that have ended outside the parts of their job, in the caller's transaction. Returns the job. */
  count(sql: Sql, id: number, count: ItemCount): Promise<Job | undefined>
  /** Lets a resting job go on when it is its turn, in the caller's transaction. False when it does not rest. */
  resume(sql: Sql, id: number): Promise<boolean>
  /**
   * Puts what a job did not do, or did not succeed in, in the queue again, in the caller's transaction. False when nothing
   * of it can be done again.
   */
  retry(sql: Sql, id: number, asker: { readonly isConfirmed: boolean }): Promise<boolean>
  /** Returns as much of a job as a reader sees who did not start it; undefined for nothing. */
  contentForOthers(type: string, content: JobContent, reader: User): object | undefined
  /** Whether a user may still have the file that a job has made. */
  mayDownload(job: Job, user: User): boolean
  /** Has the upkeep of the engine done every so many minutes. Throws once the work has begun. */
  every(minutes: number, name: string, work: Upkeep): void
  /** Begins to work on queued jobs and on those that a killed process left. */
  work(): Promise<void>
  /** Runs everything that is scheduled once, now. */
  upkeep(): Promise<void>
  /** Lets the chunks under way end. What is left is done after the next start. */
  stop(): Promise<void>
}

/** Every so many minutes, or once a day at a time of a zone, `02:30` of `Europe/London`; of UTC unless given. */
export type Rhythm = EveryMinutes | OnceADay

interface EveryMinutes {
  /** Minutes from one run to the next, at least one. */
  readonly every: number
}

interface OnceADay {
  /** The time of the day at which it runs. */
  readonly at: `${number}:${number}`
  /** The time zone of that time; UTC unless given. */
  readonly zone?: string
}
