import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import type { Database } from '../kernel/database.ts'
import type { Upkeep } from '../kernel/jobs.ts'
import { asOwner } from '../database/owner.ts'

interface Task {
  readonly minutes: number
  readonly name: string
  work(): Promise<unknown>
}

const minute = 60_000
/** The first run waits until the process has done what people wait for. */
const firstAfter = 5_000

/** Any number of its own, the same in every process. */
const scheduled = 5_323_425

/** Runs tasks again and again. */
export function createSchedule(backend: Backend) {
  const { database, log } = backend
  const tasks: Task[] = []
  const underWay = new Set<Promise<void>>()
  let timers: NodeJS.Timeout[] = []

  async function run(task: Task): Promise<void> {
    const work = task.work().then(
      () => undefined,
      (error: unknown) => log.error({ err: error, task: task.name }, 'a scheduled task failed'),
    )
    underWay.add(work)
    await work
    underWay.delete(work)
  }

  function alone(name: string, work: Upkeep, { sql: pool }: Pick<Database, 'sql'>): Promise<void> {
    return pool.transaction().execute(async (transaction) => {
      const lock = await sql<{ got: boolean }>`
        select pg_try_advisory_xact_lock(${scheduled}, hashtext(${name})) as got`.execute(
        transaction,
      )
      if (lock.rows[0]?.got) await work(transaction)
    })
  }

  return {
    /** In a transaction, on one node at a time. */
    every(minutes: number, name: string, work: Upkeep): void {
      tasks.push({ minutes, name, work: () => alone(name, work, database) })
    },
    /** The same as the owner of the tables, who alone may make and change them. */
    everyAsOwner(minutes: number, name: string, work: Upkeep): void {
      const run = () => asOwner(backend, (owner) => alone(name, work, owner))
      tasks.push({ minutes, name, work: run })
    },
    /** On every node, outside any transaction. */
    everywhere(minutes: number, name: string, work: () => Promise<unknown>): void {
      tasks.push({ minutes, name, work })
    },
    start(): void {
      timers = tasks.flatMap((task) => [
        setTimeout(() => void run(task), firstAfter),
        setInterval(() => void run(task), task.minutes * minute),
      ])
    },
    /** Runs every task once, now. */
    async runAll(): Promise<void> {
      for (const task of tasks) await run(task)
    },
    async stop(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}
