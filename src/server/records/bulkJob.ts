import type { JobKind } from '../jobs/jobs.ts'
import { actOnAll, type BulkAct } from './bulk.ts'

/** Bulk acts above a hundred records, a chunk of ids at a time, with the rights the user has by then. */
export const bulkKind: JobKind = {
  type: 'bulk',
  async run({ payload }, { job, user, backend, sql }) {
    const { ids } = payload as { ids: number[] }
    const author = { user_id: user.id, job_id: job.id }
    const scope = { backend, user, author, sql }
    const { done, skipped } = await actOnAll(job.parameters as unknown as BulkAct, ids, scope)
    return { processed: done + skipped, failed: skipped }
  },
}
