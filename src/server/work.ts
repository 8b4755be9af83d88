import { exportKind } from './exports/exportJob.ts'
import { importKind } from './imports/importJob.ts'
import { bulkKind } from './jobs/bulkJob.ts'
import { createJobs, type JobQueue } from './jobs/jobs.ts'
import type { Backend } from './kernel/backend.ts'
import { scheduleUpkeep } from './upkeep.ts'

/** Returns the queue with every kind of job that the engine knows, and its upkeep. */
export function createWork(backend: Backend): JobQueue {
  const jobs = createJobs(backend)
  for (const kind of [importKind, exportKind, bulkKind]) jobs.register(kind)
  scheduleUpkeep(jobs)
  return jobs
}
