import { sql } from 'kysely'

import type { Sql } from '#server'

import type { Integration } from '../integration/integration.ts'
import type { Send } from '../send/send.ts'

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
  | 'state'
  | 'failure_status'
>

/** A send that is due, or that a process calls for: as far as the engine needs it. */
export interface DueSend extends OfSend {
  readonly integration: number
  /** Attempts so far; from the claim on with the one under way. */
  readonly attempts: number
  /** Those of them before somebody sent it again. */
  readonly attempts_before: number
  readonly others: readonly number[]
  /** When the first attempt began, or when it could have. */
  readonly since: string
  readonly limits: Limits
}

interface Integrations {
  readonly id: number
  readonly free: number
  readonly next_at: string | null
}

/** Due sends of integrations that may be called; those that rest let go of some, which are put off. */
export async function dueSends(limit: number, database: Sql) {
  const { rows: free } = await sql<Integrations>`
    select i.id, case
        when i.state <> 'active' then 100
        when i.next_call_at > now() then 0
        else least(i.concurrency - busy.count, ${tokens})
      end::integer as free,
      case when i.state = 'active' and i.next_call_at > now() then i.next_call_at end as next_at
    from send_integrations i cross join lateral (
      select count(*)::integer as count from sends s
      where s.leased_until is not null and s.state = 'sending' and s.integration = i.id
    ) busy
    where exists (
      select from sends s where s.integration = i.id and s.next_attempt_at <= now()
    )`.execute(database)
  const open = free.filter((one) => one.free > 0)
  const times = free.flatMap(({ next_at }) => (next_at ? [Date.parse(next_at)] : []))
  const nextAt = times.length > 0 ? Math.min(...times) : undefined
  if (open.length === 0) return { due: [], nextAt }
  const { rows: due } = await sql<DueSend>`
    select due.* from jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as open (id bigint, free integer)
    cross join lateral (
      select ${dueColumns}, s.next_attempt_at
      from sends s join send_integrations i on i.id = s.integration
      where s.integration = open.id and s.next_attempt_at <= now()
        and s.state in ('pending', 'waiting', 'retrying')
        and not exists (
          select from jobs j where j.id = s.job and not s.is_again and j.state in ('paused', 'cancelling', 'cancelled', 'failed')
        )
      order by s.next_attempt_at, s.id limit open.free for update of s skip locked
    ) due order by due.next_attempt_at, due.id limit ${limit}`.execute(database)
  return { due, nextAt }
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
] as const satisfies readonly (keyof Integration)[]

type Limits = Pick<Integration, (typeof limitColumns)[number]>

/** Of `sends s join send_integrations i`. */
const dueColumns = sql`
  s.id, s.uuid, s.lead, s.department, s.integration, case when not s.is_again then s.job end as job, s.send_key, s."user", s.mode, s.note, s.scheduled_at,
  s.state, s.failure_status,
  s.attempts, s.attempts_before, coalesce(s.others, '[]') as others, coalesce(
    (select min(started_at) from send_attempts a where a.send = s.id and a.number > s.attempts_before),
    case when s.is_again then now() end, s.scheduled_at, s.created_at
  ) as since, jsonb_build_object(${sql.join(
    limitColumns.flatMap((name) => [sql.lit(name), sql.ref(`i.${name}`)]),
  )}) as limits`

/** Sends whose process is gone: nobody knows how their calls ended. Held until the transaction ends. */
export async function lostSends(limit: number, database: Sql): Promise<DueSend[]> {
  const { rows } = await sql<DueSend>`
    select ${dueColumns} from sends s join send_integrations i on i.id = s.integration
    where s.state = 'sending' and s.leased_until < now()
    order by s.id limit ${limit} for update of s skip locked`.execute(database)
  return rows
}

/** Seconds between two calls of an integration that has a rate. */
export const spacing = sql`(i.rate_seconds::float8 / i.rate_count)`
/** Without a burst, but for rates so high that no clock of ours could follow them one by one. */
export const lag = sql`case when ${spacing} < 0.02 then interval '0.5 s' else interval '0' end`
const tokens = sql`case when i.rate_count is null then i.concurrency else 1 + floor(
  extract(epoch from now() - greatest(coalesce(i.next_call_at, now() - ${lag}), now() - ${lag})) / ${spacing}
) end`
