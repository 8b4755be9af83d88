import { sql } from 'kysely'

import type { Skipped } from '#contract'

import { RequestError } from '../../kernel/errors.ts'
import { refusalOf } from './validation/conflicts.ts'
import type { Scope } from './transact.ts'

/** Does work on one record under a savepoint. Returns why it was refused; anything unexpected stops all. */
export async function trying<Answer extends object>(
  id: number,
  scope: Scope,
  work: (nested: Scope) => Promise<Answer>,
): Promise<Answer | Skipped> {
  const { sql: database, unitOfWork } = scope
  const nested = unitOfWork.nested()
  const before = unitOfWork.rolledBack.length
  await sql`savepoint one_record`.execute(database)
  try {
    const answer = await work({ ...scope, unitOfWork: nested })
    await sql`release savepoint one_record`.execute(database)
    unitOfWork.join(nested)
    return answer
  } catch (error) {
    const refusal = refusalOf(id, error)
    await sql`rollback to savepoint one_record`.execute(database)
    for (const one of unitOfWork.rolledBack.slice(before)) await one(scope)
    return refusal
  }
}

/**
 * Does work on many records at once under a savepoint. Returns undefined where it answers nothing or is refused: nothing of
 * it is left then, and each record is to be asked by itself.
 */
export async function tryingTogether<Answer extends object>(
  scope: Scope,
  work: (nested: Scope) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const { sql: database, unitOfWork } = scope
  const nested = unitOfWork.nested()
  await sql`savepoint together`.execute(database)
  try {
    const answer = await work({ ...scope, unitOfWork: nested })
    if (answer) {
      await sql`release savepoint together`.execute(database)
      unitOfWork.join(nested)
      return answer
    }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  }
  await sql`rollback to savepoint together`.execute(database)
  return undefined
}
