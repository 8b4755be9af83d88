import { sql } from 'kysely'

import { prepared, type Sql } from '#server'

import { counterOf, periods, type Cap } from './capPeriods.ts'
import type { Target } from '../plan/target.server.ts'

/** What of a lead decides under which caps it falls. */
interface Counted {
  readonly country: number | null
  readonly source: number | null
}

type Capped = Pick<Target, 'id' | 'caps' | 'timezone'>

interface Open {
  readonly cap: Cap
  readonly key: string
  readonly start: Date | null
  readonly next: Date | null
}

/** The caps that a lead falls under at a moment, the longest period first, each with the key of its counter. */
function capsOf({ caps, timezone }: Capped, lead: Counted, now: Date): Open[] {
  const own = caps.filter(
    ({ country, source }) =>
      (country === null || country === lead.country) && (source === null || source === lead.source),
  )
  return own
    .toSorted((one, other) => periods.indexOf(one.period) - periods.indexOf(other.period))
    .map((cap) => ({ cap, ...counterOf(cap, now, timezone) }))
}

/** A place under each cap of a lead: taken before the call, and given back where it was not used (product.md 6.5). */
export interface Slot {
  readonly department: number
  /** Of those that count accepted leads. */
  readonly keys: readonly string[]
  /** Of those that count attempts: given back only where nothing was called. */
  readonly attemptKeys: readonly string[]
}

export interface Full {
  readonly cap: Cap
  /** When the period of the cap ends; null for never. */
  readonly next: Date | null
  /** Whether calls under way may give places back. */
  readonly isHeldByCalls: boolean
}

type Room = { readonly slot: Slot } | { readonly full: Full }

/** What is used of the caps of departments, held until the transaction ends where it is to be changed. */
export async function openCaps(
  all: readonly Capped[],
  { sql: database, now, isHeld }: { sql: Sql; now: Date; isHeld: boolean },
) {
  const capped = all.filter(({ caps }) => caps.length > 0)
  const lock = isHeld ? sql`order by department, key for update` : sql``
  const { rows } = await (capped.length === 0
    ? { rows: [] }
    : sql<{ department: number; key: string; used: number; calls: number }>`${prepared}
        select department, key, used, (
          select count(*)::integer from sends s
          where s.leased_until is not null and s.state = 'sending'
            and s.department = c.department and s.reserved @> to_jsonb(c.key)
        ) as calls
        from cap_counters c
        where department = any(${capped.map(({ id }) => id)}::bigint[])
          and key = any(${keysOf(capped, now)}::text[]) ${lock}`.execute(database))
  const used = new Map(rows.map((row) => [`${row.department} ${row.key}`, row.used]))
  const calls = new Map(rows.map((row) => [`${row.department} ${row.key}`, row.calls]))
  const taken = new Map<string, { department: number; key: string; count: number }>()

  /** Takes a place under all caps of a lead, or says when there may be one. */
  function take(department: Capped, lead: Counted): Room {
    const open = capsOf(department, lead, now)
    const full = findFull(department, lead)
    if (full) return full
    for (const one of open) {
      const name = `${department.id} ${one.key}`
      used.set(name, (used.get(name) ?? 0) + 1)
      const count = (taken.get(name)?.count ?? 0) + 1
      taken.set(name, { department: department.id, key: one.key, count })
    }
    const keysBy = (counts: Cap['counts']) =>
      open.filter(({ cap }) => cap.counts === counts).map(({ key }) => key)
    const [keys, attemptKeys] = [keysBy('accepted'), keysBy('attempted')]
    return { slot: { department: department.id, keys, attemptKeys } }
  }

  /** Says whether a cap of a lead is full, and takes nothing. */
  function findFull(department: Capped, lead: Counted): { readonly full: Full } | undefined {
    const full = capsOf(department, lead, now).find(
      ({ cap, key }) => (used.get(`${department.id} ${key}`) ?? 0) >= cap.limit,
    )
    if (!full) return undefined
    const name = `${department.id} ${full.key}`
    const own = full.cap.counts === 'accepted' ? (taken.get(name)?.count ?? 0) : 0
    const held = (calls.get(name) ?? 0) + own
    return {
      full: {
        cap: full.cap,
        next: full.next,
        isHeldByCalls: (used.get(name) ?? 0) - held < full.cap.limit,
      },
    }
  }

  /** Writes what was taken. */
  const store = () => addUses([...taken.values()], database)

  return { take, findFull, store }
}

/** The keys of all caps of departments at a moment, so that their counters can be held in one statement. */
function keysOf(all: readonly Capped[], now: Date): string[] {
  const keys = all.flatMap((one) =>
    one.caps.flatMap(({ country, source }) =>
      capsOf(one, { country, source }, now).map(({ key }) => key),
    ),
  )
  return [...new Set(keys)]
}

/** Gives places back that were not used, and wakes as many sends that wait for one. */
export async function releaseSlots(
  slots: readonly Omit<Slot, 'attemptKeys'>[],
  database: Sql,
): Promise<void> {
  const uses = new Map<string, { department: number; key: string; count: number }>()
  for (const { department, keys } of slots) {
    for (const key of keys) {
      const name = `${department} ${key}`
      uses.set(name, { department, key, count: (uses.get(name)?.count ?? 0) - 1 })
    }
  }
  await addUses([...uses.values()], database)
  const places = slots.flatMap(({ department, keys }) =>
    keys.map((key) => {
      const [, , country, source] = key.split('|')
      return { department, country: Number(country) || null, source: Number(source) || null }
    }),
  )
  await wakeCapped(
    places.map((place) => ({ ...place, count: 1 })),
    database,
  )
}

/** Counts sends that prove to have been accepted after their places were given back, in the periods that are now. */
export async function countLate(
  sends: readonly (Counted & { readonly sent_at: string | null })[],
  department: Capped,
  database: Sql,
): Promise<void> {
  const uses = new Map<string, number>()
  for (const one of sends) {
    for (const { cap, key, start } of capsOf(department, one, new Date())) {
      const isWithin = start === null || Date.parse(one.sent_at ?? '') >= start.getTime()
      if (cap.counts === 'accepted' && isWithin) uses.set(key, (uses.get(key) ?? 0) + 1)
    }
  }
  const added = [...uses].map(([key, count]) => ({ department: department.id, key, count }))
  await addUses(added, database)
}

/** Room under caps of a department for leads of a country and a source, or of all. */
interface Place {
  readonly department: number
  readonly country?: number | null
  readonly source?: number | null
  /** How many leads it is for. */
  readonly count: number
}

/** Wakes sends that wait for a place under a cap, the oldest first. */
export async function wakeCapped(places: readonly Place[], database: Sql): Promise<void> {
  if (places.length === 0) return
  await sql`${prepared}
    update sends set next_attempt_at = greatest(now(), scheduled_at) where id in (
      select waiting.id from (
        select department, country, source, sum(count) as count
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
          as p (department bigint, country bigint, source bigint, count integer)
        group by 1, 2, 3
      ) free cross join lateral (
        select id from sends s
        where s.department = free.department and s.state = 'waiting'
          and s.failure_status = 'Cap reached' and s.next_attempt_at > now()
          and (free.country is null or s.country = free.country)
          and (free.source is null or s.source = free.source)
        order by s.created_at, s.id limit free.count for update skip locked
      ) waiting
    )`.execute(database)
}

/** In one order, so that two transactions never wait for each other. */
async function addUses(
  uses: readonly { department: number; key: string; count: number }[],
  database: Sql,
): Promise<void> {
  if (uses.length === 0) return
  await sql`${prepared}
    insert into cap_counters (department, key, used)
    select department, key, greatest(count, 0)
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (department bigint, key text, count integer)
    order by department, key
    on conflict (department, key) do update set used = greatest(0, cap_counters.used + (
      select count from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (department bigint, key text, count integer)
      where u.department = cap_counters.department and u.key = cap_counters.key
    )), updated_at = now()`.execute(database)
}
