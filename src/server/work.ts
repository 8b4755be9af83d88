import { features } from '../features/index.server.ts'
import { exportKind } from './exports/exportJob.ts'
import { checkKind, importKind } from './imports/importJob.ts'
import { undoKind } from './imports/undo/undoJob.ts'
import { bulkKind } from './jobs/bulkJob.ts'
import { declaredKind } from './jobs/declaredJob.ts'
import { createJobs, type JobQueue } from './jobs/jobs.ts'
import type { Backend, ServerParts } from './kernel/backend.ts'
import { scheduleUpkeep } from './upkeep.ts'

/** Returns the queue with every kind of job that the engine knows, its upkeep, and what features and resources schedule. */
export function createWork(backend: Backend): JobQueue {
  const jobs = createJobs(backend)
  for (const kind of [importKind, checkKind, undoKind, exportKind, bulkKind]) jobs.register(kind)
  scheduleUpkeep(jobs, backend)
  for (const parts of features) addParts(jobs, backend, '', parts)
  for (const [name, behavior] of Object.entries(backend.business.behaviors)) {
    addParts(jobs, backend, `${name}.`, behavior)
  }
  return jobs
}

/** Adds what a feature or a resource does beside requests; the prefix comes before each name. */
export function addParts(
  jobs: JobQueue,
  backend: Backend,
  prefix: string,
  { schedules = {}, workers, jobs: declared = {} }: ServerParts,
): void {
  for (const [name, schedule] of Object.entries(schedules)) jobs.schedule(prefix + name, schedule)
  for (const one of workers?.(backend) ?? []) jobs.accompany(one)
  for (const [name, job] of Object.entries(declared)) {
    jobs.register(declaredKind(prefix + name, job))
  }
}
