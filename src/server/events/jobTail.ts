import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/** How far a job is. */
export interface JobEvent {
  readonly id: number
  readonly state: string
  readonly total: number
  readonly pending: number
  readonly processed: number
  readonly failed: number
  readonly progress: number
}

/** Follows the jobs of the users who listen, and tells what moved. */
export function createJobTail(database: Sql) {
  let told = new Map<number, string>()

  async function read(users: readonly number[]): Promise<(JobEvent & { user: number })[]> {
    const { rows } = await sql<JobEvent & { user: number }>`
      select id, "user", state, total, pending, processed, failed, progress from jobs
      where "user" = any(${[...users]}::bigint[])
        and (state in ('queued', 'running', 'paused', 'cancelling')
          or updated_at > now() - interval '1 minute')
      order by id`.execute(database)
    const now = new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
    const moved = rows.filter(({ id }) => told.get(id) !== now.get(id))
    told = now
    return moved
  }

  return { read }
}
