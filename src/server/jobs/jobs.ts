import type { Backend, Schedule } from '../kernel/backend.ts'
import type { LongRunning } from '../kernel/behavior/serverParts.ts'
import type { Jobs } from '../kernel/jobs.ts'
import { cancelWithFollowers, noteJob } from './end.ts'
import type { JobKind } from './kind.ts'
import { countItems, startJob } from './control.ts'
import { pauseJob, resumeJob } from './pauseJob.ts'
import { retryJob } from './retryJob.ts'
import { createOutgoing } from './outgoingWork.ts'
import { createSchedule } from './schedules/schedule.ts'
import { vacuumWorn } from './vacuum.ts'
import { createWorker } from './worker.ts'

/** The jobs of a process, and what those of each type do. */
export interface JobQueue extends Jobs {
  /** Says what jobs of a type do. Workers leave jobs of unknown types to others. */
  register(kind: JobKind): void
  /** Has work done again and again. Throws once the work has begun. */
  schedule(name: string, schedule: Schedule): void
  /** Has other work begin and end with the jobs. */
  accompany(work: LongRunning): void
}

/** Jobs at work at the same time in one process. The embedded database has one connection to share. */
const slots = { embedded: 1, postgres: 2 }

export function createJobs(backend: Backend): JobQueue {
  const kinds = new Map<string, JobKind>()
  const worker = createWorker(backend, kinds)
  const schedule = createSchedule(backend)
  const companions: LongRunning[] = [createOutgoing(backend)]
  const { database } = backend
  const kindOf = (type: string) => kinds.get(type)
  if (database.kind === 'embedded') {
    schedule.everywhere(1, 'vacuum', () => vacuumWorn(database))
  }
  return {
    register: (kind) => void kinds.set(kind.type, kind),
    start: startJob,
    async cancel(sql, id) {
      const isCancelled = await cancelWithFollowers(id, { backend, kindOf, sql })
      if (isCancelled) backend.commits.emit('commit')
      return isCancelled
    },
    pause: pauseJob,
    note: (database, id, message) => noteJob(database, id, { message }),
    resume: (sql, id) => resumeJob(id, { backend, kindOf, sql }),
    count: countItems,
    retry: (sql, id, asker) => retryJob(id, asker, { backend, kindOf, sql }),
    contentForOthers: (type, content, reader) =>
      kindOf(type)?.forOthers?.(content, reader, backend),
    mayDownload: (job, user) => kindOf(job.type)?.mayDownload?.(job, user, backend) !== false,
    every: (minutes, name, work) =>
      schedule.add(name, { every: minutes, run: ({ sql }) => work(sql) }),
    schedule: schedule.add,
    accompany: (work) => void companions.push(work),
    upkeep: schedule.runAll,
    async work() {
      // Before the first chunk takes the one connection of the embedded database.
      await schedule.start()
      await worker.work(slots[database.kind])
      for (const one of companions) one.start()
    },
    async stop() {
      await Promise.all([schedule, worker, ...companions].map((one) => one.stop()))
    },
  }
}
