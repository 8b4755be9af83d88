import { exportKind } from './exports/exportJob.ts'
import { importKind } from './imports/importJob.ts'
import { bulkKind } from './jobs/bulkJob.ts'

/** Every kind of job that a worker can run. */
export const jobKinds = [importKind, exportKind, bulkKind]
