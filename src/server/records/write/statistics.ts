import { sql, type RawBuilder } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import type { Row } from '../read/select.ts'
import { atTail, insertLast } from '../../database/tail.ts'
import { addition } from './addFacts.ts'
import { factsOf, summed, type Fact } from './facts.ts'

/** What is counted in transactions that gather, each under the transaction itself. */
const gatherings = new WeakMap<Sql, Fact[]>()

/**
 * Counts the write of one record, in the transaction of the write. Without `before` the record is new, without
 * `after` it is gone; both must be as the database answers them.
 */
export async function countWrite(
  resource: Resource,
  { before, after }: { before?: Row; after?: Row },
  database: Sql,
): Promise<void> {
  const facts = factsOf(resource, before, after)
  const gathering = gatherings.get(database)
  if (gathering) gathering.push(...facts)
  else await addFacts(facts, database)
}

/**
 * Counts all writes of `work` in one statement at its end. Within another `gathered` the outer one counts;
 * what throws counts nothing, so that a write which is rolled back to a savepoint is not counted either.
 */
export async function gathered<Answer>(
  database: Sql,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const outer = gatherings.get(database)
  const facts: Fact[] = []
  gatherings.set(database, facts)
  if (!outer) atTail(database, () => sumOf(facts.splice(0)))
  try {
    const answer = await work()
    if (outer) outer.push(...facts)
    else await addFacts(facts.splice(0), database)
    return answer
  } finally {
    if (outer) gatherings.set(database, outer)
    else gatherings.delete(database)
  }
}

async function addFacts(facts: readonly Fact[], database: Sql): Promise<void> {
  const sum = sumOf(facts)
  if (sum) await insertLast(database, sum)
}

function sumOf(facts: readonly Fact[]): RawBuilder<unknown> | undefined {
  const sums = summed(facts)
  if (sums.length === 0) return undefined
  return addition(sql`
    select * from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
      as fact (name text, at timestamptz, value bigint)`)
}
