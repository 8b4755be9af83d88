import { sql } from 'kysely'

import type { Schedule } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { nextRun, storedRhythm } from './rhythm.ts'

/** A schedule whose rhythm has changed begins anew; what no release has declared for a week is forgotten. */
export async function register(
  database: Sql,
  schedules: ReadonlyMap<string, Schedule>,
): Promise<void> {
  for (const [name, schedule] of schedules) {
    const first = 'every' in schedule ? sql`now()` : nextRun(schedule)
    await sql`
      insert into schedule_runs (name, rhythm, next_at) values (${name}, ${storedRhythm(schedule)}, ${first})
      on conflict (name) do update set rhythm = excluded.rhythm, next_at = excluded.next_at
      where schedule_runs.rhythm <> excluded.rhythm`.execute(database)
  }
  await sql`delete from schedule_runs where next_at < now() - interval '7 days'
    and name <> all(${[...schedules.keys()]}::text[])`.execute(database)
}

/** The next run is never later than it would be of one that ran now, but where the clock was ahead by then and was put back. */
export async function bringForward(
  database: Sql,
  schedules: ReadonlyMap<string, Schedule>,
): Promise<void> {
  const next = [...schedules].map(
    ([name, schedule]) => sql`select ${name}::text as name, ${nextRun(schedule)} as at`,
  )
  if (next.length === 0) return
  await sql`
    update schedule_runs s set next_at = n.at from (${sql.join(next, sql` union all `)}) n
    where s.name = n.name and s.next_at > n.at`.execute(database)
}

/** Whether this process is the one that runs it. */
export async function claim(database: Sql, name: string, isDue: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from schedule_runs where name = ${name} and (next_at <= now() or not ${isDue}::boolean)
    for update skip locked`.execute(database)
  return rows.length > 0
}

/** Minutes until what failed is tried again, unless its next run is sooner. */
const retryAfter = 5

export async function noteProblem(
  database: Sql,
  name: string,
  schedule: Schedule,
  error: unknown,
): Promise<void> {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  await sql`
    update schedule_runs set last_at = now(), problem = ${problem},
      next_at = least(${nextRun(schedule)}, now() + ${retryAfter} * interval '1 minute')
    where name = ${name}`.execute(database)
}
