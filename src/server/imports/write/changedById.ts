import { sql } from 'kysely'

import type { Sql } from '../../kernel/database.ts'
import { lockRecord, lockStored } from '../../records/read/record.ts'
import type { Row as Values } from '../../records/read/select.ts'
import { createUnitOfWork, type Scope } from '../../records/write/transact.ts'
import { trying } from '../../records/write/trying.ts'
import { changeStored } from '../../records/write/write.ts'
import { takeKeys } from '../checkRun.ts'
import type { Candidate } from '../rows/convert.ts'
import { splitDuplicates } from './duplicates.ts'
import { refusal, unknownId, type Problem, type Refusal } from './refusal.ts'
import type { Task } from '../rows/task.ts'
import type { Updated } from './updated.ts'

interface Changed {
  readonly updated: readonly Updated[]
  readonly unchanged: number
  readonly refused: readonly Refusal[]
}

const idKey = { names: ['id'], nullsAreSame: false }

/**
 * Changes the records whose ids the rows have, as a person would in a form: with the rule, validation, hooks and history. The
 * second row with one id is refused, since no order of rows is promised. A check takes all of it back.
 */
export async function changedById(
  candidates: readonly Candidate[],
  task: Task,
  database: Sql,
): Promise<Changed> {
  const { backend, resource, user, job, isCheck } = task
  const own = splitDuplicates(resource, [idKey], candidates)
  const earlier = await takeKeys({ ...task, rule: { keys: [idKey] } }, own.fresh, database)
  const refused = [...own.refused, ...earlier.refused]
  // Other work that changes many records takes their locks in the same order.
  const rows = earlier.fresh.toSorted((one, other) => idOf(one) - idOf(other))
  await lockStored(resource, rows.map(idOf), database)
  const unitOfWork = createUnitOfWork(database, { backend })
  const author = { user_id: user.id, job_id: job }
  const scope = { backend, user, author, isConfirmed: true, sql: database, unitOfWork }
  const updated: Updated[] = []
  let unchanged = 0
  if (isCheck) await sql`savepoint checked`.execute(database)
  for (const { row, values } of rows) {
    const outcome = await change(values, scope, task)
    if ('problem' in outcome) refused.push(refusal(row, [outcome.problem]))
    else if (outcome.isChanged) updated.push(outcome)
    else unchanged += 1
  }
  if (isCheck) await sql`rollback to savepoint checked`.execute(database)
  else await unitOfWork.flush()
  return { updated, unchanged, refused }
}

const idOf = ({ values }: Candidate) => Number(values['id'])

async function change(
  { id: wanted, ...values }: Values,
  scope: Scope,
  { resource, user }: Task,
): Promise<(Updated & { isChanged: boolean }) | { problem: Problem }> {
  const id = Number(wanted)
  let before = 0
  const outcome = await trying(id, scope, async (nested) => {
    const record = await lockRecord(resource, user, id, 'edit', nested.sql)
    before = record.version
    const { version } = await changeStored(resource, record, values, nested)
    return { id, version }
  })
  if (!('code' in outcome)) {
    const { version = before } = outcome
    return { id, version, isChanged: version !== before }
  }
  const { code, reason } = outcome
  if (code === 'gone') return { problem: unknownId }
  return {
    problem: { code: code === 'permission' ? 'not_permitted' : 'refused', message: reason },
  }
}
