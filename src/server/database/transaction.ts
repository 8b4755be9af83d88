import { setTimeout as sleep } from 'node:timers/promises'

import type { Transaction } from 'kysely'

import type { Database, Tables } from '../kernel/database.ts'
import { faultOf } from './faults.ts'

/** Returns what `work` returns, done in one transaction and done again where another one was in its way. */
export function inTransaction<Answer>(
  { sql }: Pick<Database, 'sql'>,
  work: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> {
  return retryConflicts(() => sql.transaction().execute(work))
}

const triesLimit = 4
/** Milliseconds of the longest first pause. */
const firstPause = 50

/**
 * Returns what a transaction returns, which is begun again when another one was in its way (a deadlock, for example):
 * nothing of the first try is left then. `work` must change nothing but the database.
 */
export async function retryConflicts<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === triesLimit || faultOf(error) !== 'conflict') throw error
      await sleep(Math.random() * firstPause * 2 ** tries)
    }
  }
}
