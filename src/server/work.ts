import { exportKind } from './exports/job.ts'
import { importKind } from './imports/job.ts'
import { bulkKind } from './records/bulkJob.ts'

/** Every kind of job that a worker can run. */
export const jobKinds = [importKind, exportKind, bulkKind]
