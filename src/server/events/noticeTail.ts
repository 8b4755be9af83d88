import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/** A notification that is new, or has rung again. */
interface Rung {
  readonly id: number
  readonly user: number
}

/** Follows the notifications of the users who listen. Nobody did them, so the audit log does not know of them. */
export function createNoticeTail(database: Sql) {
  let told = new Map<number, string>()

  async function read(users: readonly number[]): Promise<Rung[]> {
    const { rows } = await sql<Rung & { updated_at: string }>`
      select id, "user", updated_at from notifications
      where "user" = any(${[...users]}::bigint[]) and updated_at > now() - interval '1 minute'
      order by id`.execute(database)
    const rung = rows.filter(({ id, updated_at }) => told.get(id) !== updated_at)
    told = new Map(rows.map(({ id, updated_at }) => [id, updated_at]))
    return rung
  }

  return { read }
}
