import { makesRecords } from '#schema'

import type { Context } from '../../kernel/backend.ts'
import type { RowProblem } from '../../kernel/behavior/importHooks.ts'
import type { Sql } from '../../kernel/database.ts'
import { contextOf } from '../../records/write/hooks.ts'
import { withUnitOfWork } from '../../records/write/transact.ts'
import { checkedAsNew } from '../checkRun.ts'
import type { Batch, Candidate } from '../rows/convert.ts'
import { refusal, type Refusal } from './refusal.ts'
import type { Task } from '../rows/task.ts'

/** The rows of a batch, those refused that the business has something against beyond what they hold themselves. */
export async function guarded(batch: Batch, task: Task, database: Sql): Promise<Batch> {
  const { backend, resource } = task
  const guard = backend.business.behaviors[resource.name]?.refuseImported
  if (!guard || batch.candidates.length === 0) return batch
  const records = batch.candidates.map(({ values }) => values)
  const problems = await calling(task, database, (context) => guard(records, context))
  const { fresh, refused } = parted(batch.candidates, problems)
  return { candidates: fresh, refusals: [...batch.refusals, ...refused] }
}

/** The rows of a batch, with what the business notices of them beside what was read. */
export async function remarked(batch: Batch, task: Task, database: Sql): Promise<Batch> {
  const { backend, resource, options } = task
  const hook = backend.business.behaviors[resource.name]?.remarkImported
  if (!hook || !makesRecords(options) || batch.candidates.length === 0) return batch
  const records = batch.candidates.map(({ values }) => values)
  const found = await calling(task, database, (context) => hook(records, context))
  const candidates = batch.candidates.map((one, at): Candidate => {
    const remark = found[at]
    return remark ? { ...one, remarks: [...(one.remarks ?? []), remark] } : one
  })
  return { ...batch, candidates }
}

/** Parts new rows from those for which the business has no room. */
export async function withinRoom(
  candidates: readonly Candidate[],
  task: Task,
  database: Sql,
): Promise<{ fresh: Candidate[]; refused: Refusal[] }> {
  const { id, isCheck, backend, resource } = task
  const guard = backend.business.behaviors[resource.name]?.refuseSurplus
  if (!guard || candidates.length === 0) return { fresh: [...candidates], refused: [] }
  const before = isCheck ? await checkedAsNew(id, database) : 0
  const records = candidates.map(({ values }) => values)
  const problems = await calling(task, database, (context) => guard(records, { before }, context))
  return parted(candidates, problems)
}

function parted(
  candidates: readonly Candidate[],
  problems: readonly (RowProblem | undefined)[],
): { fresh: Candidate[]; refused: Refusal[] } {
  const refused = candidates.flatMap(({ row }, at) => {
    const problem = problems[at]
    return problem ? [refusal(row, [problem])] : []
  })
  return { fresh: candidates.filter((_, at) => !problems[at]), refused }
}

/** Lets the business do what else the records need that have just been inserted. */
export async function followed(ids: readonly number[], task: Task, database: Sql): Promise<void> {
  const { backend, resource } = task
  const hook = backend.business.behaviors[resource.name]?.afterImport
  if (hook && ids.length > 0) await calling(task, database, (context) => hook(ids, context))
}

/** Calls a hook of the business with what is known of the import. */
export function calling<Answer>(
  { backend, user, job }: Task,
  database: Sql,
  hook: (context: Context) => Answer | PromiseLike<Answer>,
): Promise<Answer> {
  const author = { user_id: user.id, job_id: job }
  return withUnitOfWork(database, async (unitOfWork) =>
    hook(contextOf({ backend, user, author, sql: database, unitOfWork })),
  )
}
