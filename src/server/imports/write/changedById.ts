import { sql } from 'kysely'

import type { Skipped } from '#contract'

import type { Sql } from '../../kernel/database.ts'
import { lockRecord, lockStored, reachableAmong } from '../../records/read/record.ts'
import type { Row as Values } from '../../records/read/select.ts'
import { changeTogether } from '../../records/write/changeTogether.ts'
import { createUnitOfWork } from '../../records/write/transact.ts'
import { togetherOrEach } from '../../records/write/togetherOrEach.ts'
import { skipped, unreached } from '../../records/write/validation/conflicts.ts'
import { changeStored } from '../../records/write/write.ts'
import { takeKeys } from '../checkKeys.ts'
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
  const given = new Map(rows.map((one) => [idOf(one), changesOf(one)]))
  const held = await lockStored(resource, [...given.keys()], database)
  const unitOfWork = createUnitOfWork(database, { backend })
  const author = { user_id: user.id, job_id: job }
  const scope = { backend, user, author, isConfirmed: true, sql: database, unitOfWork }
  if (isCheck) await sql`savepoint checked`.execute(database)
  const asked = [...given].map(([id, values]) => ({ id, values }))
  const { done, failures } = await togetherOrEach(asked, scope, {
    async all(nested) {
      const records = await reachableAmong(resource, user, 'edit', held, nested.sql)
      const givings = records.map((record) => ({ record, values: given.get(record.id) ?? {} }))
      return changeTogether(resource, givings, nested)
    },
    async one({ id, values }, nested) {
      const record = await lockRecord(resource, user, id, 'edit', nested.sql)
      return changeStored(resource, record, values, nested)
    },
  })
  const changed = done.map(({ id, version }): Updated => ({ id, version }))
  const outcomes = new Map([...changed, ...failures].map((one) => [one.id, one]))
  const missing = [...given.keys()].filter((id) => !outcomes.has(id))
  for (const left of await unreached(resource, missing, held, scope)) outcomes.set(left.id, left)
  if (isCheck) await sql`rollback to savepoint checked`.execute(database)
  else await unitOfWork.flush()
  const updated: Updated[] = []
  let unchanged = 0
  const versions = new Map(held.map(({ id, version }) => [id, version]))
  for (const one of rows) {
    const id = idOf(one)
    const outcome = outcomes.get(id) ?? skipped.gone(id)
    if ('code' in outcome) refused.push(refusal(one.row, [problemOf(outcome)]))
    else if (outcome.version !== versions.get(id)) updated.push(outcome)
    else unchanged += 1
  }
  return { updated, unchanged, refused }
}

const idOf = ({ values }: Candidate) => Number(values['id'])

const changesOf = ({ values }: Candidate): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'id'))

function problemOf({ code, reason, refusal: own = 'refused' }: Skipped): Problem {
  if (code === 'gone') return unknownId
  return { code: code === 'permission' ? 'not_permitted' : own, message: reason }
}
