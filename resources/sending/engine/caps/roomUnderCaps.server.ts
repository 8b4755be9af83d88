import { sql } from 'kysely'

import { groupBy } from '#schema'
import { prepared, type Sql } from '#server'

import { openCaps } from './caps.server.ts'
import { isResting } from '../plan/checks.server.ts'
import { loadTargets, type Target } from '../plan/target.server.ts'
import { type Group, takeForLine, inLine } from './placesBehindLine.server.ts'

interface WakeOptions {
  /** Of all departments unless given. */
  readonly departments?: readonly number[]
  /** Sends that may be in line for one department. */
  readonly maxSends: number
}

/**
 * Lets sends go on that wait for places under caps, the oldest first: as many as there is room for now, and no more than
 * keep the line of a department short. Those of what rests are left as they are.
 */
export async function wakeForRoom(
  database: Sql,
  { departments, maxSends }: WakeOptions,
): Promise<void> {
  const open = await openGroups(departments, database)
  const targets = new Map(open.map(({ target }) => [target.id, target]))
  const caps = await openCaps([...targets.values()], {
    sql: database,
    now: new Date(),
    isHeld: false,
  })
  const left = new Map([...targets.keys()].map((id) => [id, maxSends]))
  const line = await inLine([...targets.keys()], database)
  for (const { department, count } of line)
    left.set(department, (left.get(department) ?? 0) - count)
  takeForLine(line, targets, { caps, max: maxSends })
  const roomy = open.filter(({ group, target }) => !caps.findFull(target, group))
  const waiting = await oldest(
    roomy.map(({ group }) => group),
    left,
    database,
  )
  const woken = waiting.filter((one) => {
    const target = targets.get(one.department)
    return target && 'slot' in caps.take(target, one)
  })
  if (woken.length === 0) return
  await sql`${prepared}
    update sends set next_attempt_at = now()
    where id = any(${woken.map(({ id }) => id)}::bigint[])`.execute(database)
}

/** Of `sends s`: not before the time that a send was given itself, and not while its job rests. */
const waitsForRoom = sql`
  s.state = 'waiting' and s.failure_status = 'Cap reached' and s.next_attempt_at > now()
  and coalesce(s.scheduled_at <= now(), true)
  and (s.job is null or s.is_again or not exists (
    select from jobs j where j.id = s.job and j.state in ('paused', 'cancelling')))`

/** The groups that wait for departments which could be called now. */
async function openGroups(
  departments: readonly number[] | undefined,
  database: Sql,
): Promise<{ group: Group; target: Target }[]> {
  const own = departments ? sql`s.department = any(${[...departments]}::bigint[])` : sql`true`
  const { rows } = await sql<Group>`
    select s.department, s.integration, s.country, s.source from sends s
    where ${own} and ${waitsForRoom} group by 1, 2, 3, 4`.execute(database)
  const ways = [
    ...groupBy(rows, ({ department, integration }) => `${department} ${integration}`).values(),
  ]
  const targets = await loadTargets(
    ways.flatMap(([first]) =>
      first ? [{ department: first.department, integration: first.integration ?? undefined }] : [],
    ),
    database,
  )
  return ways.flatMap((groups, at) => {
    const target = targets[at]
    const rests = target?.integration && isResting(target)
    return target && !rests ? groups.map((group) => ({ group, target })) : []
  })
}

/** Those of the groups that have waited longest, at most so many of a department. They are held. */
async function oldest(
  groups: readonly Group[],
  left: ReadonlyMap<number, number>,
  database: Sql,
): Promise<(Group & { id: number })[]> {
  const lines = [...left].filter(([, count]) => count > 0)
  if (groups.length === 0 || lines.length === 0) return []
  const { rows } = await sql<Group & { id: number }>`${prepared}
    with open as (
      select * from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
        as g (department bigint, integration bigint, country bigint, source bigint)
    )
    select waiting.* from jsonb_to_recordset(${JSON.stringify(
      lines.map(([department, count]) => ({ department, count })),
    )}::jsonb) as line (department bigint, count integer)
    cross join lateral (
      select s.id, s.department, s.integration, s.country, s.source from sends s
      where s.department = line.department and ${waitsForRoom} and exists (
        select from open where open.department = s.department
          and open.integration is not distinct from s.integration
          and open.country is not distinct from s.country
          and open.source is not distinct from s.source)
      order by s.created_at, s.id limit line.count for update of s skip locked
    ) waiting`.execute(database)
  return rows
}
