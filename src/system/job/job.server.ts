import type { Behavior } from '#server'

import type { jobOf } from './job.ts'

export const jobBehavior: Behavior<ReturnType<typeof jobOf>> = {
  /**
   * What was asked for and what is left of it stand there whole for the job's owner, for others as far as they may read
   * the fields it is about. Who may not read whose a job is sees own jobs only.
   */
  present(record, user, backend) {
    const { user: owner, type, parameters, result } = record
    if (owner === undefined || owner === user.id) return record
    const content = { parameters: Object(parameters), result }
    const shown = backend.jobs.contentForOthers(String(type), content, user)
    return { ...record, parameters: null, result: null, ...shown }
  },
}
