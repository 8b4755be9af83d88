import { sql } from 'kysely'

import { asOwner } from '../../database/asOwner.ts'
import type { Backend, Schedule } from '../../kernel/backend.ts'
import type { Database, Sql } from '../../kernel/database.ts'
import { rhythmFault } from '../../kernel/rhythmFault.ts'
import { workAsProcess } from '../../records/write/asProcess.ts'
import { nextRun } from './rhythm.ts'
import { register, bringForward, claim, noteProblem } from './scheduleRuns.ts'

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
