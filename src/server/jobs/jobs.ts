import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { changed } from '../kernel/changed.ts'
import { cancelJob } from './end.ts'
import type { JobKind } from './kind.ts'
import { pauseJob, resumeJob } from './pause.ts'
import { retryJob } from './retry.ts'
import { createSchedule, type Upkeep } from './schedule.ts'
import { startJob, type NewJob } from './start.ts'
import { scheduleUpkeep } from '../upkeep.ts'
import { vacuumWorn } from './vacuum.ts'
import { createWorker } from './worker.ts'

export type { ChunkPlan, Job, JobContext, JobKind, JobNotes } from './kind.ts'

/** Work that outlives its request: rows of `jobs`, cut into rows of `job_chunks`. */
export interface Jobs {
  /** Says what jobs of a type do. Workers leave jobs of unknown types to others. */
  register(kind: JobKind): void
  kindOf(type: string): JobKind | undefined
  /** Puts a job in the queue, in the caller's transaction, and answers its id. */
  start(sql: Sql, job: NewJob): Promise<number>
  /** Ends a job after the chunks under way, in the caller's transaction. False when it has ended already. */
  cancel(sql: Sql, id: number): Promise<boolean>
  /** Lets a job rest after the chunks under way, in the caller's transaction. False when it is not at work. */
  pause(sql: Sql, id: number): Promise<boolean>
  /** Lets a resting job go on when it is its turn, in the caller's transaction. False when it does not rest. */
  resume(sql: Sql, id: number): Promise<boolean>
  /** Puts a failed job in the queue again, in the caller's transaction. False when nothing of it can be done again. */
  retry(sql: Sql, id: number): Promise<boolean>
  /** Has something done again and again while this process works: in a transaction, on one node at a time. */
  every(minutes: number, name: string, work: Upkeep): void
  /** Begins to work on queued jobs and on those that a killed process left. */
  work(): Promise<void>
  /** Everything that is scheduled, once, now. */
  upkeep(): Promise<void>
  /** Lets the chunks under way end. What is left is done after the next start. */
  stop(): Promise<void>
}

/** Jobs at work at the same time in one process. The embedded database has one connection to share. */
const slots = { embedded: 1, postgres: 2 }

export function createJobs(backend: Backend): Jobs {
  const kinds = new Map<string, JobKind>()
  const worker = createWorker(backend, kinds)
  const schedule = createSchedule(backend)
  const { database } = backend
  const kindOf = (type: string) => kinds.get(type)
  scheduleUpkeep(schedule)
  if (database.kind === 'embedded') {
    schedule.everywhere(1, 'vacuum', () => vacuumWorn(database))
  }
  return {
    kindOf,
    register: (kind) => void kinds.set(kind.type, kind),
    start: startJob,
    async cancel(sql, id) {
      const isCancelled = await cancelJob(id, { backend, kindOf, sql })
      if (isCancelled) changed(backend)
      return isCancelled
    },
    pause: pauseJob,
    resume: resumeJob,
    retry: (sql, id) => retryJob(id, { backend, kindOf, sql }),
    every: schedule.every,
    upkeep: schedule.runAll,
    async work() {
      await worker.work(slots[database.kind])
      schedule.start()
    },
    async stop() {
      await schedule.stop()
      await worker.stop()
    },
  }
}
