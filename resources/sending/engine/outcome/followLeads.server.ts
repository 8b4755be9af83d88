import { sql } from 'kysely'

import { prepared, type Context, type Sql } from '#server'

import type { Send } from '../../send/send.ts'
import { lead, type Lead } from '../../../leads/lead/lead.ts'

/** What the sends of a lead say of it; its trials say nothing. */
interface Sent {
  readonly id: number
  readonly is_sending: boolean
  readonly is_open: boolean
  readonly is_unknown: boolean
  readonly is_refused: boolean
  readonly accepted_count: number
  readonly sends_count: number
  readonly last_sent_at: string | null
  /** Where it was offered, whatever came of it: who looks for leads that were not sent there wants none of these (product.md 11.3). */
  readonly departments: readonly number[]
  readonly brokers: readonly number[]
  /** The one that has ended last, in whatever way. */
  readonly ended: { state: Send['state']; failure_status: string | null } | null
  readonly last: {
    department: number
    api_lead_id: string | null
    broker_status: string | null
  } | null
}

/** Makes leads say what has become of their sends, in a few statements for all (product.md 4.1). */
export async function followLeads(ids: readonly number[], context: Context): Promise<void> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return
  const decide = async (held: readonly Pick<Lead, Followed>[]) => {
    // Read under the locks of the leads: of two that follow the same one the later sees all.
    const sentById = await sentOf(unique, context.sql)
    return new Map(
      held.flatMap((one) => {
        const sent = sentById.get(one.id)
        return sent ? [[one.id, changesOf(one, sent)]] : []
      }),
    )
  }
  await context.records(lead).updateAll(unique, decide, { reads: followed })
}

const followed = [
  'id',
  'stage',
  'accepted_count',
  'sends_count',
  'last_sent_at',
  'sent_departments',
  'sent_brokers',
  'send_result',
  'failure_status',
  'last_department',
  'api_lead_id',
  'broker_status',
] as const satisfies readonly (keyof Lead)[]

type Followed = (typeof followed)[number]

function changesOf(one: Pick<Lead, Followed>, sent: Sent): Partial<Pick<Lead, Followed>> {
  const { accepted_count, sends_count, last_sent_at, departments, brokers, ended, last } = sent
  return {
    stage: stageOf(one.stage, sent),
    accepted_count,
    sends_count,
    last_sent_at,
    sent_departments: [...departments],
    sent_brokers: [...brokers],
    send_result: ended ? (results[ended.state] ?? 'never') : 'never',
    failure_status: ended?.state === 'sent' ? null : (ended?.failure_status ?? null),
    ...(last && { last_department: last.department }),
    // Of an erased lead only what counts is written (product.md 15.3).
    ...(last && one.stage !== 'erased' && brokerValues(last)),
  }
}

const brokerValues = ({ api_lead_id, broker_status }: NonNullable<Sent['last']>) => ({
  ...(api_lead_id && { api_lead_id }),
  ...(broker_status && { broker_status }),
})

const results: Partial<Record<Send['state'], Lead['send_result']>> = {
  sent: 'accepted',
  rejected: 'rejected',
  returned: 'rejected',
  failed: 'failed',
  unknown: 'unknown',
}

function stageOf(stage: Lead['stage'], sent: Sent): Lead['stage'] {
  if (stage === 'blocked' || stage === 'erased' || stage === 'converted') return stage
  if (sent.is_sending) return 'sending'
  if (sent.is_open) return 'queued'
  if (sent.is_unknown) return 'check_needed'
  if (sent.accepted_count > 0) return 'sent'
  return sent.is_refused ? 'rejected' : 'new'
}

/** Where leads stand by their sends and deposits alone, by their ids, whatever held them back so far. */
export async function stagesBySends(
  leads: readonly Pick<Lead, 'id' | 'ftd_department'>[],
  database: Sql,
): Promise<Map<number, Lead['stage']>> {
  const sentById = await sentOf(
    leads.map(({ id }) => id),
    database,
  )
  return new Map(
    leads.map(({ id, ftd_department }) => {
      const sent = sentById.get(id)
      if (ftd_department !== null) return [id, 'converted']
      return [id, sent ? stageOf('new', sent) : 'new']
    }),
  )
}

/** Called at least once, or known to be there. */
const isOffered = sql`broker is not null and (attempts > 0 or state in ('sent', 'returned'))`

async function sentOf(ids: readonly number[], database: Sql): Promise<Map<number, Sent>> {
  const { rows } = await sql<Sent>`${prepared}
    select lead as id, bool_or(state = 'sending') as is_sending,
      bool_or(state in ('pending', 'waiting', 'retrying')) as is_open,
      bool_or(state = 'unknown') as is_unknown,
      bool_or(
        state in ('rejected', 'returned') or state = 'failed' and (attempts > 0 or failure_status is distinct from 'Expired')
      ) as is_refused,
      (count(*) filter (where state = 'sent'))::integer as accepted_count,
      (count(*) filter (where state <> 'skipped'))::integer as sends_count,
      max(sent_at) as last_sent_at,
      coalesce(array_agg(distinct department) filter (where ${isOffered}), '{}') as departments,
      coalesce(array_agg(distinct broker) filter (where ${isOffered}), '{}') as brokers,
      (array_agg(
        jsonb_build_object('state', state, 'failure_status', failure_status)
        order by coalesce(answered_at, updated_at) desc, id desc
      ) filter (where state in ('sent', 'rejected', 'failed', 'unknown', 'returned')))[1] as ended,
      (array_agg(
        jsonb_build_object('department', department, 'api_lead_id', api_lead_id, 'broker_status', broker_status)
        order by sent_at desc, id desc
      ) filter (where state = 'sent'))[1] as last
    from sends where lead = any(${[...ids]}::bigint[]) and mode <> 'test' group by lead`.execute(
    database,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
