import { features } from '../features/index.server.ts'
import { exportKind } from './exports/exportJob.ts'
import { importKind } from './imports/importJob.ts'
import { bulkKind } from './jobs/bulkJob.ts'
import { createJobs, type JobQueue } from './jobs/jobs.ts'
import type { Backend } from './kernel/backend.ts'
import { scheduleAll, scheduleUpkeep } from './upkeep.ts'

/** Returns the queue with every kind of job that the engine knows, its upkeep, and what features and resources schedule. */
export function createWork(backend: Backend): JobQueue {
  const jobs = createJobs(backend)
  for (const kind of [importKind, exportKind, bulkKind]) jobs.register(kind)
  scheduleUpkeep(jobs)
  for (const { schedules } of [...features, ...Object.values(backend.business.behaviors)]) {
    scheduleAll(jobs, schedules)
  }
  return jobs
}
