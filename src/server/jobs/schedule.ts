import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import type { Database } from '../kernel/database.ts'
import type { Upkeep } from '../kernel/jobs.ts'
import { asOwner } from '../database/open.ts'

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

interface Worn {
  readonly name: string
  /** Whether rows were deleted or replaced, and not only added. */
  readonly has_dead: boolean
}

/**
 * The embedded PostgreSQL has no autovacuum: without this its tables only grow, and it plans by figures of
 * the first day. One table at a time, at the thresholds of a server. Answers which.
 */
export async function vacuumWorn(database: Database): Promise<string | undefined> {
  const { rows } = await sql<Worn>`
    select s.relid::regclass::text as name,
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as has_dead
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    order by s.n_mod_since_analyze desc limit 1`.execute(database.sql)
  const table = rows[0]
  if (!table) return undefined
  await database.sql.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    const statement = table.has_dead ? 'vacuum (analyze)' : 'analyze'
    await sql.raw(`${statement} ${table.name}`).execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
  return table.name
}
