import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/** Most jobs of one user that run at once; the others wait their turn. */
const runningLimit = 3
/** The same of light jobs, as long as they have chunks: one that waits for an answer may wait for days. */
const lightLimit = 10

export interface Unfinished {
  readonly id: number
  readonly type: string
  readonly user: number
  readonly state: 'queued' | 'running' | 'cancelling'
  readonly has_work: boolean
  /** All its chunks are done, and items of them end elsewhere. */
  readonly has_items: boolean
}

const hasWork = sql`exists (
  select from job_chunks c where c.job_id = j.id and c.state = 'pending'
)`

/** The jobs that somebody must do something about, first the one that has waited longest. */
export async function unfinishedJobs(database: Sql): Promise<Unfinished[]> {
  const { rows } = await sql<Unfinished>`
    select j.id, j.type, j."user", j.state, ${hasWork} as has_work, j.pending > 0 as has_items
    from jobs j where j.state in ('queued', 'running', 'cancelling')
      and (j.state <> 'running' or j.pending <= 0 or ${hasWork})
    order by j.state = 'queued', j.updated_at, j.id limit 200`.execute(database)
  return rows
}

/** Any number of its own, the same in every process. */
const promoting = 5_323_424

/** Lets queued jobs run, as far as the limit of their user allows. Returns how many. */
export async function promoteJobs(database: Sql, light: readonly string[]): Promise<number> {
  const lock = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${promoting}) as got`.execute(database)
  if (!lock.rows[0]?.got) return 0
  const { numAffectedRows } = await sql`
    with waiting as (
      select id, "user", type = any(${light}::text[]) as is_light from jobs where state = 'queued'
    ), placed as (
      select q.id, q.is_light, row_number() over (partition by q."user", q.is_light order by q.id) + (
        select count(*) from jobs j
        where j."user" = q."user" and j.state in ('running', 'cancelling')
          and (j.type = any(${light}::text[])) = q.is_light and (not q.is_light or ${hasWork})
      ) as place
      from waiting q
    )
    update jobs set state = 'running', started_at = coalesce(started_at, now()),
      updated_at = clock_timestamp()
    where state = 'queued' and id in (
      select id from placed where place <= case when is_light then ${lightLimit}::int else ${runningLimit}::int end
    )`.execute(database)
  return Number(numAffectedRows ?? 0)
}
