import type { Transaction } from 'kysely'

import type { Database, Tables } from '../kernel/database.ts'
import { retryConflicts } from './retry.ts'

/** Returns what `work` returns, done in one transaction and done again where another one was in its way. */
export function inTransaction<Answer>(
  { sql }: Pick<Database, 'sql'>,
  work: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> {
  return retryConflicts(() => sql.transaction().execute(work))
}
