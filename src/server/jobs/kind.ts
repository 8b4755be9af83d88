import type { User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import type { ChunkPlan, Job, JobContent } from '../kernel/jobs.ts'

/** A part of a job that is worth at most some seconds: done whole, in one transaction, or not at all. */
export interface Chunk extends ChunkPlan {
  /** 0 is the planning; the work begins with 1. */
  readonly number: number
}

/** What a step of a job leaves on the job's row. */
export interface JobNotes {
  /** At most 500 characters, for the person who reads the list of jobs. */
  readonly message?: string
  readonly result?: object
  readonly result_file?: string
  readonly error_file?: string
  /** Milliseconds for which its user may take back what it did, by the clock of the database. */
  readonly undoableForMs?: number
}

export interface JobContext {
  readonly job: Job
  /** The job's user as of now, who is active. */
  readonly user: User
  readonly backend: Backend
  /** The chunk's transaction. The embedded database has no second connection: use nothing else to write or wait. */
  readonly sql: Sql
  /** Aborted when the process is about to stop; the chunk may throw and is done again later. */
  readonly signal: AbortSignal
  /**
   * For a chunk that takes long: tells how many of its items are done, at most twice a second, and throws when the
   * job is cancelled meanwhile.
   */
  reached(items: number): Promise<void>
}

/**
 * What jobs of one type do. After a fault of the database `run` is called again for as long as it takes, after another
 * error three times; RequestErrors end the job with their message.
 */
export interface JobKind {
  readonly type: string
  /** The chunks may run at the same time, in any order. Otherwise each waits for the one before it. */
  readonly parallel?: true
  /** Counts among the few jobs that one user may have running only as long as it has chunks, and apart from the others. */
  readonly light?: true
  /** Its chunks come before those of other jobs, or when no other job has one to do; in turn with the others unless said. */
  readonly queue?: 'first' | 'last'
  /** Makes ready what a chunk needs beside the database, before its transaction, during which no other uses the embedded one. */
  ready?(chunk: Chunk, backend: Backend): Promise<void>
  /** Finds out what is to be done, for a job that was started without chunks. */
  plan?(context: JobContext): Promise<JobNotes & { chunks: readonly ChunkPlan[] }>
  /** Does one chunk. `processed` counts all its items, `failed` those of them that failed. */
  run(chunk: Chunk, context: JobContext): Promise<JobNotes & { processed: number; failed: number }>
  /**
   * Counts the items of a chunk as failed which three processes have begun and none has lived to end. It must not do what
   * `run` does. Without it the job ends as failed.
   */
  abandon?(
    chunk: Chunk,
    context: JobContext,
  ): Promise<JobNotes & { processed: number; failed: number }>
  /** Items of its chunks end elsewhere: see `DeclaredJob`. */
  takeBack?(job: Job, context: Pick<JobContext, 'backend' | 'sql'>): Promise<number>
  /** Follows a job that goes on after a rest: see `DeclaredJob`. */
  resume?(job: number, context: Pick<JobContext, 'backend' | 'sql'>): Promise<void>
  /** Makes ready again, in its transaction, what `finish` put away of a job that failed. */
  retry?(job: Job, context: Pick<JobContext, 'backend' | 'sql'>): Promise<void>
  /**
   * The items that failed of a job which ended with errors, as chunks that do them again. None where they cannot be done
   * again; without it they never can.
   */
  failedPart?(
    job: Job,
    context: Pick<JobContext, 'backend' | 'sql'> & { readonly isConfirmed: boolean },
  ): Promise<readonly ChunkPlan[]>
  /** Called in the transaction that ends the job, whatever its state is by then. */
  finish?(job: Job, context: Pick<JobContext, 'backend' | 'sql'>): Promise<JobNotes | void>
  /**
   * What users who did not start a job see of what was asked for and what is left of it. Nothing unless said.
   */
  forOthers?(
    job: JobContent,
    reader: User,
    backend: Backend,
  ): { readonly parameters: object; readonly result?: unknown }
  /** Whether a user may still have the result; unless said, the user who started the job may. */
  mayDownload?(job: Job, user: User, backend: Backend): boolean
}
