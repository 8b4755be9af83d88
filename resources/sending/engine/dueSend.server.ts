import { sql } from 'kysely'

import { prepared, type Sql } from '#server'

import type { Integration } from '../integration/integration.ts'
import { batchRefused } from '../integration/answer/readBatch.server.ts'
import type { Send } from '../send/send.ts'
import { createCallCount } from './callCount.ts'

type OfSend = Pick<
  Send,
  | 'id'
  | 'uuid'
  | 'lead'
  | 'department'
  | 'job'
  | 'send_key'
  | 'user'
  | 'mode'
  | 'scheduled_at'
  | 'note'
  | 'state'
  | 'failure_status'
  | 'waits_since'
>

/** A send that is due, or that a process calls for: as far as the engine needs it. */
export interface DueSend extends OfSend {
  readonly integration: number
  /** Of the job that has not counted it yet. */
  readonly job_state: string | null
  /** Attempts so far; from the claim on with the one under way. */
  readonly attempts: number
  /** Those of them that count no more: before somebody sent it again, and those whose call was never made. */
  readonly attempts_before: number
  readonly others: readonly number[]
  readonly limits: Limits
  /** Sends that may go in one call with it, itself among them. */
  readonly most_together: number
  /** From the claim on: its places under caps that count attempts. */
  readonly attemptKeys?: readonly string[]
  /** From the claim on, where several may share a call: the call, and its place in it. */
  readonly batch?: { readonly key: string; readonly place: number } | undefined
}

interface Integrations {
  readonly id: number
  readonly rests: boolean
  /** Calls, each with at most so many sends. */
  readonly free: number
  readonly most: number
  readonly next_at: string | null
}

/** What is due. */
export interface Due {
  /** What may be called now. */
  readonly open: readonly DueSend[]
  /** Of integrations, departments and brokers that rest: they are put off, so that they are not read again and again. */
  readonly resting: readonly DueSend[]
  /** Of jobs that rest; likewise. */
  readonly parked: readonly DueSend[]
  /** Of jobs that have ended before them. */
  readonly over: readonly DueSend[]
  /** When an integration with due sends may be called again; undefined where none waits for its rate. */
  readonly nextAt: number | undefined
}

/** Sends of what rests that are looked at in one claim. */
const maxResting = 100

/**
 * Calls under way, by integration. Counted in one pass: the index still holds many calls that have ended. The state is asked of
 * what is leased alone (`offset 0`): its own index holds all calls since the last vacuum. Where the sends have not been counted
 * yet, the database would take all of them for leased, and read them all; of moments between two it expects few.
 */
const busy = sql`
  select s.integration, (case
      when j.batch_size is null then count(*)
      else count(distinct case when j.batch_size is not null then (
        select coalesce(a.batch, a.id::text) from send_attempts a
        where a.send = s.id and a.number = s.attempts) end)
    end)::integer as count
  from (
      select * from sends where leased_until between '-infinity' and 'infinity' offset 0
    ) s
    join send_integrations j on j.id = s.integration
  where s.state = 'sending' group by s.integration, j.batch_size`

/** Due sends, the oldest first: for at most so many calls now. They are held until the transaction ends. */
export async function dueSends(limit: number, database: Sql): Promise<Due> {
  const { rows: all } = await sql<Integrations>`${prepared}
    select i.id, rest.rests, case
        when rest.rests then ${maxResting}::integer
        when i.next_call_at > now() then 0
        else least(i.concurrency - coalesce(busy.count, 0), ${tokens})
      end::integer as free,
      case when rest.rests or not d.send_a_lot then 1 else coalesce(i.batch_size, 1) end as most,
      case when not rest.rests and i.next_call_at > now() then i.next_call_at end as next_at
    from send_integrations i
    join broker_departments d on d.id = i.department join brokers b on b.id = d.broker_id
    cross join lateral (
      select not (i.state = 'active' and i.push_active and d.is_active and b.is_active
        and d.deleted_at is null and b.deleted_at is null) as rests
    ) rest
    left join (${busy}) busy on busy.integration = i.id
    where (
      select s.next_attempt_at from sends s
      where s.integration = i.id and s.next_attempt_at is not null
      order by s.next_attempt_at limit 1
    ) <= now()`.execute(database)
  const times = all.flatMap(({ next_at }) => (next_at ? [Date.parse(next_at)] : []))
  const usable = all.filter(({ free }) => free > 0)
  const resting = usable.filter(({ rests }) => rests)
  return {
    ...byJob(
      usable,
      await take(
        usable.filter(({ rests }) => !rests),
        limit,
        database,
      ),
      limit,
    ),
    resting: await take(resting, Math.min(limit, maxResting), database),
    nextAt: times.length > 0 ? Math.min(...times) : undefined,
  }
}

/** What may be called now, in no more calls than integrations are free for, apart from what its job keeps back. */
function byJob(integrations: readonly Integrations[], due: readonly DueSend[], limit: number) {
  const free = new Map(integrations.map((one) => [one.id, one.free]))
  const calls = createCallCount()
  let left = limit
  const [open, parked, over]: [DueSend[], DueSend[], DueSend[]] = [[], [], []]
  for (const found of due) {
    // The claim of one call looks for a send that cannot be claimed at all.
    const one = limit === 1 ? { ...found, most_together: 1 } : found
    const ofIntegration = free.get(one.integration) ?? 0
    const cost = calls.isNew(one) ? 1 : 0
    if (one.job_state === 'paused' || one.job_state === 'cancelling') parked.push(one)
    else if (one.job_state === 'cancelled' || one.job_state === 'failed') over.push(one)
    else if (ofIntegration >= cost && left >= cost) {
      free.set(one.integration, ofIntegration - cost)
      left -= cost
      calls.add(one)
      open.push(one)
    }
  }
  return { open, parked, over }
}

/** What of a send is read where it is held: nothing that would be as it was before somebody else let go of it. */
const held = sql`
  s.id, s.uuid, s.lead, s.department, s.integration, s.job, s.is_again, s.send_key, s."user", s.mode,
  s.note, s.scheduled_at, s.state, s.failure_status, s.waits_since, s.attempts, s.attempts_before,
  s.others, s.next_attempt_at`

const isDue = sql`s.next_attempt_at <= now() and s.state in ('pending', 'waiting', 'retrying')`

/** Room for what the jobs that rest keep back, which must not stand in the way of others. */
const extra = sql`(
  select count(*) * ${maxResting}::integer from (
    select from jobs where state in ('paused', 'cancelling') limit 1
  ) resting
)`

async function take(
  from: readonly Integrations[],
  limit: number,
  database: Sql,
): Promise<DueSend[]> {
  if (from.length === 0) return []
  const more = from.reduce((sum, { free, most }) => sum + Math.min(free, limit) * (most - 1), 0)
  const most = limit + more
  // Found without a lock, then held one by one by their ids: only what is taken is locked, and more is looked at because
  // others may hold some. The state is asked of what is held alone (`offset 0` keeps it there): of a queue that has
  // grown since it was counted, the database would read an index by state or time to its end, for each.
  const { rows } = await sql<DueSend>`${prepared}
    select ${dueColumns} from (
      select ${held} from (
        select due.id from jsonb_to_recordset(${JSON.stringify(from)}::jsonb)
          as one (id bigint, free integer, most integer)
        cross join (select ${extra} as extra) resting
        cross join lateral (
          select s.id, s.next_attempt_at from sends s
          where s.integration = one.id and s.next_attempt_at <= now()
          order by s.integration, s.next_attempt_at, s.id limit one.free * one.most + resting.extra
        ) due order by due.next_attempt_at, due.id limit ${2 * most}::integer + ${extra}
      ) found cross join lateral (
        select * from sends s where s.id = found.id offset 0 for update skip locked
      ) s where ${isDue} limit ${most}::integer + ${extra}
    ) s join send_integrations i on i.id = s.integration
    order by s.next_attempt_at, s.id`.execute(database)
  return rows
}

const limitColumns = [
  'total_timeout',
  'rate_count',
  'retry_attempts',
  'retry_after',
  'capacity_after',
  'max_age_hours',
  'breaker_errors',
  'breaker_rejections',
  'breaker_timeouts',
  'breaker_calls',
  'breaker_auth',
] as const satisfies readonly (keyof Integration)[]

type Limits = Pick<Integration, (typeof limitColumns)[number]>

/** A job that is stopped when its first leads fail must have seen them before it sends many (product.md 6.6). */
const mostTogether = sql`case
    when i.batch_size is null or s.failure_status is not distinct from ${sql.lit(batchRefused)} then 1
    when not (select d.send_a_lot from broker_departments d where d.id = s.department) then 1
    when s.is_again then i.batch_size
    else least(i.batch_size, (
      select greatest(1, (j.parameters ->> 'stop_first')::integer) from jobs j
      where j.id = s.job and j.processed < (j.parameters ->> 'stop_first')::integer))
  end`

/** Of `sends s join send_integrations i`. */
const dueColumns = sql`
  ${mostTogether} as most_together,
  s.id, s.uuid, s.lead, s.department, s.integration, case when not s.is_again then s.job end as job, s.send_key, s."user", s.mode, s.note, s.scheduled_at,
  s.state, s.failure_status, s.waits_since,
  case when not s.is_again then (select j.state from jobs j where j.id = s.job) end as job_state,
  s.attempts, s.attempts_before + case when s.attempts > s.attempts_before then (
    select count(*)::integer from send_attempts a
    where a.send = s.id and a.number > s.attempts_before and a.outcome = 'waits'
  ) else 0 end as attempts_before, coalesce(s.others, '[]') as others, jsonb_build_object(${sql.join(
    limitColumns.flatMap((name) => [sql.lit(name), sql.ref(`i.${name}`)]),
  )}) as limits`

/** Sends whose process is gone: how their calls ended is unknown. Held until the transaction ends. */
export async function lostSends(limit: number, database: Sql): Promise<DueSend[]> {
  const { rows } = await sql<DueSend>`
    select ${dueColumns} from sends s join send_integrations i on i.id = s.integration
    where s.state = 'sending' and s.leased_until < now()
    order by s.id limit ${limit} for update of s skip locked`.execute(database)
  return rows
}

/** Seconds between two calls of an integration that has a rate. */
export const spacing = sql`(i.rate_seconds::float8 / i.rate_count)`
/** How far back calls that were not made still may be: as far as the burst says, and for rates that no clock of ours could follow one by one. */
export const lag = sql`greatest(
  case when ${spacing} < 0.02 then interval '0.5 s' else interval '0' end,
  (i.rate_burst - 1) * ${spacing} * interval '1 second'
)`
const tokens = sql`case when i.rate_count is null then i.concurrency else 1 + floor(
  extract(epoch from now() - greatest(coalesce(i.next_call_at, now() - ${lag}), now() - ${lag})) / ${spacing}
) end`
