import type { Context, DeclaredJob } from '../kernel/backend.ts'
import { forbidden } from '../kernel/errors.ts'
import type { Job } from '../kernel/jobs.ts'
import { contextOf } from '../records/write/hooks.ts'
import { withUnitOfWork } from '../records/write/transact.ts'
import type { JobContext, JobKind } from './kind.ts'
import { warningsWith } from './skipped.ts'

/** Returns the kind of a job that a resource or a feature declares. What it writes is audited as done by its user. */
export const declaredKind = (
  type: string,
  { permission, plan, run, takeBack, resume }: DeclaredJob,
): JobKind => ({
  type,
  // What waits for others, for days perhaps, must not keep its user's jobs waiting, and goes out before other work is done.
  ...(takeBack && {
    light: true,
    queue: 'first',
    takeBack: async (job, context) => await takeBack(job, context),
    // Nothing is under way then: what is left was taken back, or had not begun.
    finish: async ({ state, pending, result }) =>
      state === 'cancelled' && pending > 0
        ? { result: { cancelled: Number(result?.['cancelled'] ?? 0) + pending } }
        : undefined,
  }),
  ...(resume && { resume: async (job, context) => await resume(job, context) }),
  ...(plan && {
    plan: async (context) => ({ chunks: await calling(context, permission, (call) => plan(call)) }),
  }),
  async run(chunk, context) {
    const done = await calling(context, permission, (call) => run(chunk, call))
    const { processed = chunk.size, failed = 0, warnings = [] } = done ?? {}
    return { processed, failed, ...warningsWith(warnings, context.job) }
  },
})

function calling<Answer>(
  { job, user, backend, sql }: JobContext,
  permission: string | undefined,
  work: (call: Context & { job: Job }) => Answer | PromiseLike<Answer>,
): Promise<Answer> {
  if (permission !== undefined && !user.permissions.has(permission)) throw forbidden()
  const author = { user_id: user.id, job_id: job.id }
  return withUnitOfWork(
    sql,
    async (unitOfWork) =>
      await work({ ...contextOf({ backend, user, author, sql, unitOfWork }), job }),
    { backend },
  )
}
