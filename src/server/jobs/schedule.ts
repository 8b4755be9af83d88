import { sql } from 'kysely'

import { asOwner } from '../database/open.ts'
import type { Backend, Schedule } from '../kernel/backend.ts'
import type { Database, Sql } from '../kernel/database.ts'
import { rhythmFault } from '../kernel/rhythmFault.ts'
import { workAsProcess } from '../records/write/asProcess.ts'
import { nextRun, storedRhythm } from './rhythm.ts'

const minute = 60_000
/** Milliseconds: the first look waits until people who started the process have seen their first screens. */
const firstAfterMs = 15_000
const checkEveryMs = 30_000

/** What is done again and again, as the table `schedule_runs` knows it: once for all processes, and later when missed. */
export function createSchedule(backend: Backend) {
  const { database, log } = backend
  const schedules = new Map<string, Schedule>()
  const everywhere: {
    readonly name: string
    readonly minutes: number
    work(): Promise<unknown>
  }[] = []
  const underWay = new Set<Promise<unknown>>()
  let timers: NodeJS.Timeout[] = []
  let hasBegun = false

  async function follow(name: string, work: () => Promise<unknown>): Promise<void> {
    const running = work().catch((error: unknown) => {
      log.error({ err: error, task: name }, 'a scheduled task failed')
    })
    underWay.add(running)
    await running
    underWay.delete(running)
  }

  /** In a transaction of its own, unless another process is at it. */
  async function runOnce(name: string, schedule: Schedule, isDue: boolean): Promise<void> {
    const begun = Date.now()
    const inTransaction = ({ sql: pool }: Pick<Database, 'sql'>) =>
      pool.transaction().execute(async (transaction: Sql) => {
        if (!(await claim(transaction, name, isDue))) return
        await workAsProcess(backend, transaction, (context) => schedule.run(context))
        await sql`
          update schedule_runs set last_at = now(), took_ms = ${Date.now() - begun}, problem = null,
            next_at = ${nextRun(schedule)} where name = ${name}`.execute(transaction)
      })
    try {
      await (schedule.asOwner ? asOwner(backend, inTransaction) : inTransaction(database))
      backend.commits.emit('commit')
    } catch (error) {
      await noteProblem(database.sql, name, schedule, error)
      throw error
    }
  }

  async function runDue(): Promise<void> {
    await bringForward(database.sql, schedules)
    const { rows } = await sql<{ name: string }>`
      select name from schedule_runs
      where next_at <= now() and name = any(${[...schedules.keys()]}::text[])
      order by next_at`.execute(database.sql)
    for (const { name } of rows) {
      const schedule = schedules.get(name)
      if (schedule) await follow(name, () => runOnce(name, schedule, true))
    }
  }

  /** Ends when the look before it has not. */
  let isChecking = false
  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    await follow('schedules', runDue)
    isChecking = false
  }

  return {
    /** Throws when the work has begun already, for a rhythm that is none, and for a name that is taken. */
    add(name: string, schedule: Schedule): void {
      if (hasBegun) {
        throw new Error(
          `the schedule "${name}" comes after the work has begun: declare it under "schedules" of a behavior`,
        )
      }
      const fault = rhythmFault(schedule)
      if (fault) throw new Error(`the schedule "${name}": ${fault}`)
      if (schedules.has(name)) throw new Error(`two schedules are called "${name}"`)
      schedules.set(name, schedule)
    },
    /** On every node, outside any transaction. */
    everywhere(minutes: number, name: string, work: () => Promise<unknown>): void {
      everywhere.push({ minutes, name, work })
    },
    async start(): Promise<void> {
      hasBegun = true
      await register(database.sql, schedules)
      timers = [
        setTimeout(() => void check(), firstAfterMs),
        setInterval(() => void check(), checkEveryMs),
        ...everywhere.map(({ name, minutes, work }) =>
          setInterval(() => void follow(name, work), minutes * minute),
        ),
      ]
    },
    /** Runs everything once, now. */
    async runAll(): Promise<void> {
      await register(database.sql, schedules)
      for (const [name, one] of schedules) await follow(name, () => runOnce(name, one, false))
      for (const { name, work } of everywhere) await follow(name, work)
    },
    async stop(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}

/** A schedule whose rhythm has changed begins anew; what no release has declared for a week is forgotten. */
async function register(database: Sql, schedules: ReadonlyMap<string, Schedule>): Promise<void> {
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
async function bringForward(
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
async function claim(database: Sql, name: string, isDue: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from schedule_runs where name = ${name} and (next_at <= now() or not ${isDue}::boolean)
    for update skip locked`.execute(database)
  return rows.length > 0
}

/** Minutes until what failed is tried again, unless its next run is sooner. */
const retryAfter = 5

async function noteProblem(
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
