import { sql } from 'kysely'

import { memoizeByObject } from '#schema'
import type { Backend, Sql } from '#server'

/** What was counted of a department from the beginning of a day to a moment. */
interface Counted {
  readonly upTo: string
  readonly count: number
  /** When all of the day was counted. */
  readonly fullAt: number
}

/** What was created within this time may be in transactions that others have not ended: it is counted anew each time. */
const openFor = sql`interval '1 minute'`
/** After so many milliseconds all of the day is counted again, for what was cancelled meanwhile. */
const fullMs = 3_600_000
const countedBy = memoizeByObject<Backend, Map<number, Counted>>(() => new Map())

interface Row {
  readonly id: number
  /** From when on was counted. */
  readonly since: string
  readonly up_to: string
  /** Of these, those before `up_to`. */
  readonly settled: number
  readonly total: number
}

/**
 * How many sends of departments there are today, by their ids. Of a day with very many, those alone are counted that are new
 * since the last time.
 */
export async function sentToday(
  departments: readonly number[],
  { sql: database, backend }: { readonly sql: Sql; readonly backend: Backend },
): Promise<Map<number, number>> {
  const counted = countedBy(backend)
  const now = Date.now()
  const known = departments.map((id) => {
    const one = counted.get(id)
    return one && now - one.fullAt < fullMs ? one : undefined
  })
  // Named one by one, the states are looked up in the index of departments, states and times.
  const { rows } = await sql<Row>`
    select asked.id, asked.since::text, today.up_to::text, own.settled, own.total
    from (
      select date_trunc('day', now()) as day,
        greatest(date_trunc('day', now()), now() - ${openFor}) as up_to
    ) today cross join lateral (
      select id, greatest(day, since) as since
      from unnest(${[...departments]}::bigint[], ${known.map((one) => one?.upTo ?? null)}::timestamptz[])
        as one (id, since)
    ) asked cross join lateral (
      select count(*)::integer as total,
        (count(*) filter (where created_at < today.up_to))::integer as settled
      from sends where department = asked.id and created_at >= asked.since and mode <> 'test'
        and state in ('pending', 'waiting', 'retrying', 'sending', 'sent', 'rejected', 'failed', 'unknown', 'returned')
    ) own`.execute(database)
  const before = new Map(departments.map((id, at) => [id, known[at]]))
  return new Map(
    rows.map(({ id, since, up_to, settled, total }) => {
      // Of another day nothing counts.
      const held = before.get(id)
      const last = held?.upTo === since ? held : { count: 0, fullAt: now }
      counted.set(id, { upTo: up_to, count: last.count + settled, fullAt: last.fullAt })
      return [id, last.count + total]
    }),
  )
}
