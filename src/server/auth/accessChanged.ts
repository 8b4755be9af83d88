import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/** Carries a word to every process whenever the answer to "who may do what" has changed. */
export const accessChannel = 'leadgate_access'

const watchers = new Set<() => void>()

/**
 * Makes every process forget who may do what. Belongs in the transaction of every write to users, roles,
 * permissions, their joins and sessions.
 */
export async function accessChanged(database: Sql): Promise<void> {
  for (const watcher of watchers) watcher()
  await sql`select pg_notify(${accessChannel}, '')`.execute(database)
}

/** Calls back before a change made by this very process is committed. Answers how to stop. */
export function watchChanges(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
