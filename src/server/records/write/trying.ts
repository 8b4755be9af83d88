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

/** What has been done to records, and which of them refused. */
export interface Outcome<Done> {
  readonly done: readonly Done[]
  readonly failures: readonly Skipped[]
}

interface Identified {
  readonly id: number
}

interface Writes<Item, Done> {
  /** Does it to all at once; undefined, or a refusal, where each must be asked by itself. */
  all?: ((nested: Scope) => Promise<Outcome<Done> | undefined>) | undefined
  one(item: Item, nested: Scope): Promise<Done>
}

/** Does work on many records at once, or else on each; one that refuses is told and does not stop the others. */
export async function togetherOrEach<Item extends Identified, Done>(
  items: readonly Item[],
  scope: Scope,
  { all, one }: Writes<Item, Done>,
): Promise<Outcome<Done>> {
  const outcome = all && (await tryingTogether(scope, all))
  if (outcome) return outcome
  const done: Done[] = []
  const failures: Skipped[] = []
  // Other work that acts on many records takes their locks in the same order.
  for (const item of items.toSorted(byId)) {
    const outcome = await trying(item.id, scope, async (nested) => ({
      made: await one(item, nested),
    }))
    if ('made' in outcome) done.push(outcome.made)
    else failures.push(outcome)
  }
  return { done, failures }
}

/** Puts what is about records in the order of their ids. */
export const byId = (one: Identified, other: Identified): number => one.id - other.id
