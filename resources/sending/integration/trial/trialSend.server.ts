import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Backend, Context, OutboundAnswer } from '#server'

import { faultWords } from '../answer/faultWords.server.ts'
import { storedAnswer } from '../answer/storedAnswer.server.ts'
import type { OutboundRequest, SendLead } from '../request/buildRequest.server.ts'
import type { Called } from '../answer/calledOf.server.ts'
import type { Integration } from '../integration.ts'

const states = {
  success: 'sent',
  duplicate: 'rejected',
  rejected: 'rejected',
  capacity: 'failed',
  auth: 'failed',
  retry: 'failed',
  unknown: 'unknown',
  failed: 'failed',
} as const

/** A trial that is kept among the sends: marked as a test, counted nowhere, and holding no place of the lead. */
export interface TrialSend {
  readonly id: number
  readonly uuid: string
  readonly key: string
}

const spareSeconds = 60

export async function openTrial(
  integration: Integration,
  lead: SendLead,
  user: Context['user'],
  { database }: Backend,
): Promise<TrialSend> {
  const uuid = randomUUID()
  const key = `test-${randomUUID()}`
  const seconds = integration.total_timeout + spareSeconds
  const { rows } = await sql<{ id: number }>`
    insert into sends (uuid, lead, broker, department, integration, integration_version, source, country,
      language, "user", mode, state, attempts, leased_until, is_test, send_key)
    values (${uuid}, ${lead.id}, ${integration.broker}, ${integration.department},
      ${integration.id}, ${integration.revision}, ${lead.source?.id ?? null}, ${lead.country?.id ?? null},
      ${lead.language?.id ?? null}, ${user.id}, 'test', 'sending', 1,
      now() + make_interval(secs => ${seconds}), true, ${key})
    returning id`.execute(database.sql)
  const [row] = rows
  if (!row) throw new Error('an insert answered no row')
  return { id: row.id, uuid, key }
}

/** Writes the attempt before the call. */
export async function openAttempt(
  { id }: TrialSend,
  request: OutboundRequest,
  { database }: Backend,
): Promise<void> {
  await sql`
    insert into send_attempts (send, number, started_at, request)
    values (${id}, 1, now(), ${JSON.stringify(request)}::jsonb)`.execute(database.sql)
}

/** Writes what became of a trial; a success marks the integration as tested, unless it was changed meanwhile. */
export async function closeTrial(
  { id }: TrialSend,
  integration: Integration,
  called: Called,
  { database }: Backend,
): Promise<void> {
  const outcome = 'outcome' in called ? called.outcome : undefined
  const answer = 'outcome' in called ? called.answer : undefined
  const state = outcome ? states[outcome.outcome] : 'failed'
  const status = outcome ? outcome.failure_status : 'refused' in called ? called.refused : null
  const message = outcome ? outcome.message : 'refused' in called ? called.message : null
  const httpStatus = answer?.kind === 'answer' ? answer.status : (answer?.status ?? null)
  await sql`
    with send as (
      update sends set state = ${state}, failure_status = ${status ?? null},
        failure_message = ${message ?? null}, answered_at = now(), leased_until = null,
        sent_at = ${state === 'sent' ? sql`now()` : null}, duration_ms = ${answer?.ms ?? null},
        http_status = ${httpStatus}, api_lead_id = ${outcome?.api_lead_id ?? null},
        broker_status = ${outcome?.broker_status ?? null}, version = version + 1, updated_at = now()
      where id = ${id} returning id
    ), attempt as (
      update send_attempts set finished_at = now(), outcome = ${outcome?.outcome ?? 'refused'},
        rule = ${outcome?.rule ?? null}, http_status = ${httpStatus}, error = ${faultIn(answer)},
        response = ${bodyOf(answer)}
      where send in (select id from send) returning id
    )
    select count(*) from attempt`.execute(database.sql)
  if (outcome?.outcome !== 'success') return
  await sql`
    update send_integrations set tested_at = now(), version = version + (state = 'draft')::integer,
      state = case when state = 'draft' then 'tested' else state end
    where id = ${integration.id} and revision = ${integration.revision}`.execute(database.sql)
}

const faultIn = (answer: OutboundAnswer | undefined) =>
  answer?.kind === 'fault' ? faultWords(answer) : null

const bodyOf = (answer: OutboundAnswer | undefined) =>
  answer?.kind === 'answer' ? storedAnswer(answer.body) : null
