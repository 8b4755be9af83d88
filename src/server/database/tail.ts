import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { prepared } from './prepared.ts'

type Insert = RawBuilder<unknown>

const tails = new WeakMap<Sql, (() => Insert | undefined)[]>()

/**
 * Runs an insert whose answer nobody waits for: at once, or, in a transaction with a tail, together with its last
 * statement. A round trip to the database costs more than most inserts.
 */
export async function insertLast(database: Sql, insert: Insert): Promise<void> {
  if (!atTail(database, () => insert)) await sql`${prepared} ${insert}`.execute(database)
}

/** Has the last statement ask for an insert, if the transaction has a tail. Answers whether it has. */
export function atTail(database: Sql, insert: () => Insert | undefined): boolean {
  const tail = tails.get(database)
  tail?.push(insert)
  return tail !== undefined
}

/** Gives a transaction a tail for `work`, which must not roll back to a savepoint; what is left of it runs at the end. */
export async function withTail<Answer>(
  database: Sql,
  work: () => Promise<Answer>,
): Promise<Answer> {
  tails.set(database, [])
  const answer = await work()
  const rest = takeTail(database)
  tails.delete(database)
  if (rest) await sql`${prepared} ${rest} select`.execute(database)
  return answer
}

/** What waits in the tail as the `with` of a statement that is about to run. */
export function takeTail(database: Sql): Insert | undefined {
  const waiting = tails.get(database)?.splice(0) ?? []
  const inserts = waiting.flatMap((insert) => insert() ?? [])
  if (inserts.length === 0) return undefined
  const parts = inserts.map((insert, index) => sql`${sql.raw(`last${index}`)} as (${insert})`)
  return sql`with ${sql.join(parts)}`
}
