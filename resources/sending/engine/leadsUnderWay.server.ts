import { sql } from 'kysely'

import type { Backend } from '#server'

import type { DueSend } from './dueSend.server.ts'

type Own = Pick<DueSend, 'id' | 'lead'>

/** Milliseconds since its claim. Most calls have ended by then, and each write of a lead goes into all that leads are searched and sorted by. */
const lastsMs = 1_000

/** Lets leads say that they are being sent where that lasts long enough to be seen (product.md 4.1). */
export function createLeadsUnderWay({ database, commits }: Backend) {
  const claimed = new Map<number, { readonly lead: number; readonly at: number }>()

  return {
    begin(sends: readonly Own[]): void {
      const at = performance.now()
      for (const { id, lead } of sends) claimed.set(id, { lead, at })
    },
    end(sends: readonly Own[]): void {
      for (const { id } of sends) claimed.delete(id)
    },
    /** Tells the leads whose sends were claimed some time ago, each once. */
    async tell(): Promise<void> {
      const until = performance.now() - lastsMs
      const long = [...claimed].filter(([, { at }]) => at < until)
      if (long.length === 0) return
      for (const [id] of long) claimed.delete(id)
      const ids = long.map(([id]) => id)
      const leads = long.map(([, { lead }]) => lead)
      const isAsked = sql`id = any(${leads}::bigint[]) and stage = 'queued'`
      await database.sql.transaction().execute(async (transaction) => {
        // An outcome that is being written holds its lead: what it leaves is read after it.
        await sql`select from leads where ${isAsked} order by id for no key update`.execute(
          transaction,
        )
        await sql`
          update leads set stage = 'sending', version = version + 1, updated_at = now()
          where ${isAsked} and id in (
            select lead from sends where id = any(${ids}::bigint[]) and state = 'sending'
          )`.execute(transaction)
      })
      commits.emit('commit')
    },
  }
}
