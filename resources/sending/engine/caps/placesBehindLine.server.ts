import { sql } from 'kysely'

import { prepared, type Sql } from '#server'

import { openCaps, type Full } from './caps.server.ts'
import type { Target } from '../plan/target.server.ts'

/** Sends that wait for a place in one way: the same caps count for all of them. */
export interface Group {
  readonly department: number
  readonly integration: number | null
  readonly country: number | null
  readonly source: number | null
}

/** Most places of a department that are counted one by one. */
const maxPlaces = 10_000

/** Returns what takes a place that is left behind those in line, and says which cap is full where there is none. */
export async function placesBehindLine(
  all: readonly Target[],
  database: Sql,
): Promise<(target: Target, lead: Pick<Group, 'country' | 'source'>) => Full | undefined> {
  const targets = new Map(all.map((target) => [target.id, target]))
  const line = await inLine([...targets.keys()], database)
  const now = new Date()
  const caps = await openCaps([...targets.values()], { sql: database, now, isHeld: false })
  takeForLine(line, targets, { caps, max: maxPlaces })
  return (target, lead) => {
    const room = caps.take(target, lead)
    return 'full' in room ? room.full : undefined
  }
}

/** What is in line already takes its places first. */
export function takeForLine(
  line: readonly InLine[],
  targets: ReadonlyMap<number, Target>,
  { caps, max }: { caps: Awaited<ReturnType<typeof openCaps>>; max: number },
): void {
  for (const { count, ...lead } of line) {
    const target = targets.get(lead.department)
    for (let at = 0; target && at < Math.min(count, max); at += 1) caps.take(target, lead)
  }
}

type InLine = Omit<Group, 'integration'> & { readonly count: number }

/** How many sends departments have to call now. */
export async function inLine(departments: readonly number[], database: Sql): Promise<InLine[]> {
  const { rows } = await sql<InLine>`${prepared}
    select department, country, source, count(*)::integer as count from sends
    where department = any(${[...departments]}::bigint[]) and next_attempt_at <= now()
      and state in ('pending', 'waiting', 'retrying')
    group by 1, 2, 3`.execute(database)
  return rows
}
