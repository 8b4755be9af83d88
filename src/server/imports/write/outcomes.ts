import type { Sql } from '../../kernel/database.ts'
import type { Candidate } from '../rows/convert.ts'
import { calling } from './guarded.ts'
import { refusal, type Refusal } from './refusal.ts'
import type { Task } from '../rows/task.ts'

/** Lets the business take what rows tell of records that are there. Returns how many it took, and those that it refuses. */
export async function takenOutcomes(
  candidates: readonly Candidate[],
  task: Task,
  database: Sql,
): Promise<{ taken: number; refused: Refusal[] }> {
  const take = task.backend.business.behaviors[task.resource.name]?.takeOutcomes
  if (!take) throw new Error(`${task.resource.name} takes no outcomes`)
  if (candidates.length === 0) return { taken: 0, refused: [] }
  const rows = candidates.map(({ values }) => values)
  const { isCheck } = task
  const problems = await calling(task, database, (context) => take(rows, { isCheck }, context))
  const refused = candidates.flatMap(({ row }, at) => {
    const problem = problems[at]
    return problem ? [refusal(row, [problem])] : []
  })
  return { taken: candidates.length - refused.length, refused }
}
