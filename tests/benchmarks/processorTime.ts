import { readFileSync } from 'node:fs'

import { sql } from 'kysely'

import type { Sql } from '../../src/server/kernel/database.ts'

/** Linux counts in hundredths of a second. */
const tickMs = 10

/** Milliseconds of processor that processes of this machine have taken so far, as Linux counts them. */
export function processorMs(pids: readonly (number | undefined)[]): number {
  return pids.reduce<number>((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return sum + (user + system) * tickMs
  }, 0)
}

/** The processes that serve the connections of a database since a moment: older ones end while they have nothing to do. */
export async function servers(database: Sql, since: Date): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_start >= ${since.toISOString()}`.execute(
    database,
  )
  return rows.map(({ pid }) => pid)
}
