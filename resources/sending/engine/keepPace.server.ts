import { sql } from 'kysely'

import { groupBy, dayOn } from '#schema'
import { prepared, type Sql } from '#server'

import type { DueSend } from './dueSend.server.ts'
import { firstTime, isPaced, type Pacing } from './pacing.ts'
import { pacedTimes } from './pacedTimes.ts'

/** A job that is paced, and how far its calls have come. */
interface Pace {
  readonly job: number
  readonly pacing: Pacing
  readonly zone: string
  readonly called_at: string | null
  readonly on_day: number | null
  readonly next_at: string | null
}

/**
 * Returns the due sends that may be called now, and puts the others of jobs that are paced off: whatever has made them due
 * together, as a rest or a retry, they follow each other as was asked, within the hours that were asked (product.md 6.4).
 */
export async function keepPace(
  due: readonly DueSend[],
  now: Date,
  database: Sql,
): Promise<DueSend[]> {
  const groups = groupBy(due, ({ job }) => job)
  const later = new Map<DueSend, Date>()
  const called: { job: number; on_day: number; next_at: Date }[] = []
  for (const pace of await pacesOf([...groups.keys()], database)) {
    const own = groups.get(pace.job) ?? []
    const { pacing, zone } = pace
    const first = firstTime(pacing, { zone, from: latest(now, pace.next_at) })
    const before = first > now ? 0 : callsOn(now, pace)
    const moments = [
      first,
      ...pacedTimes(own.length, pacing, { at: first, onDay: before + 1, zone }),
    ]
    // Without a pause between them several may go at once.
    const count = Math.min(own.length, moments.filter((at) => at <= now).length)
    const next_at = moments[count]
    if (count > 0 && next_at) called.push({ job: pace.job, on_day: before + count, next_at })
    for (const [at, send] of own.entries()) if (at >= count) later.set(send, moments[at] ?? first)
  }
  await putOff(later, database)
  await store(called, now, database)
  return due.filter((one) => !later.has(one))
}

const latest = (now: Date, at: string | null) =>
  at !== null && Date.parse(at) > now.getTime() ? new Date(at) : now

/** Calls that a job has made on the day of a moment. */
function callsOn(now: Date, { called_at, on_day, zone }: Pace): number {
  if (called_at === null) return 0
  const isSameDay = dayOn({ at: new Date(called_at), zone }) === dayOn({ at: now, zone })
  return isSameDay ? (on_day ?? 0) : 0
}

async function pacesOf(jobs: readonly (number | null)[], database: Sql): Promise<Pace[]> {
  const ids = jobs.flatMap((id) => id ?? [])
  if (ids.length === 0) return []
  const { rows } = await sql<Pace>`${prepared}
    select j.id as job, j.parameters -> 'pacing' as pacing, coalesce(j.parameters ->> 'zone', 'UTC') as zone,
      p.called_at, p.on_day, p.next_at
    from jobs j left join send_paces p on p.job = j.id
    where j.id = any(${ids}::bigint[]) and jsonb_typeof(j.parameters -> 'pacing') = 'object'
    order by j.id`.execute(database)
  return rows.filter(({ pacing }) => isPaced(pacing))
}

async function putOff(later: ReadonlyMap<DueSend, Date>, database: Sql): Promise<void> {
  if (later.size === 0) return
  await sql`${prepared}
    update sends s set next_attempt_at = later.at
    from unnest(${[...later.keys()].map(({ id }) => id)}::bigint[],
      ${[...later.values()].map((at) => at.toISOString())}::timestamptz[]) as later (id, at)
    where s.id = later.id`.execute(database)
}

async function store(
  called: readonly { job: number; on_day: number; next_at: Date }[],
  now: Date,
  database: Sql,
): Promise<void> {
  if (called.length === 0) return
  await sql`${prepared}
    insert into send_paces (job, called_at, on_day, next_at)
    select job, ${now.toISOString()}::timestamptz, on_day, next_at
    from jsonb_to_recordset(${JSON.stringify(called)}::jsonb)
      as c (job bigint, on_day integer, next_at timestamptz)
    on conflict (job) do update set called_at = excluded.called_at, on_day = excluded.on_day,
      next_at = excluded.next_at, updated_at = now()`.execute(database)
}
