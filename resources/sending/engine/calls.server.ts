import { sql } from 'kysely'

import { prepared, type Backend } from '#server'

import { storedAnswer } from '../integration/answer/storedAnswer.server.ts'
import { callIntegration } from '../integration/callIntegration.server.ts'
import { loadForCall } from '../integration/loadForCall.server.ts'
import { leadsToSend } from '../integration/request/sendLead.server.ts'
import type { DueSend } from './dueSend.server.ts'
import type { Ended } from './outcome/ended.server.ts'

/** Loads what the calls for some sends need, in a few statements, and returns what makes one of them. It throws nothing. */
export async function prepareCalls(sends: readonly DueSend[], backend: Backend) {
  const { sql: database } = backend.database
  const [integrations, leads, { rows }] = await Promise.all([
    loadForCall(
      sends.map(({ integration }) => integration),
      backend,
    ),
    leadsToSend(
      sends.map(({ lead }) => lead),
      database,
    ),
    sql<{ id: number; branch_name: string; broker: string }>`${prepared}
      select d.id, d.branch_name, b.name as broker from broker_departments d
      join brokers b on b.id = d.broker_id
      where d.id = any(${sends.map(({ department }) => department)}::bigint[])`.execute(database),
  ])
  const departments = new Map(rows.map((row) => [row.id, row]))

  return async (send: DueSend, signal: AbortSignal): Promise<Ended> => {
    const loaded = integrations.get(send.integration)
    const lead = leads.get(send.lead)
    const department = departments.get(send.department)
    if (!loaded || !lead || !department) return refusedBy(send, 'Configuration error')
    const { integration } = loaded
    const context = {
      send: { id: send.id, key: send.send_key },
      department,
      broker: { name: department.broker },
      now: new Date(),
    }
    const called = await callIntegration({ loaded, lead, context }, backend, signal)
    if ('refused' in called) return refusedBy(send, called.refused, called.message)
    const { answer, outcome, built } = called
    const ended = {
      send,
      outcome,
      http_status: answer.status,
      ms: Math.round(answer.ms),
      isOurs: answer.kind === 'fault' && signal.aborted,
    }
    // A login failed: of the lead, nothing has left.
    if (!built) return ended
    return {
      ...ended,
      request: built.redacted,
      made: {
        kind: 'send',
        integration,
        request: { ...built.request, body: built.request.body ?? null },
        answer,
        lead: send.lead,
        user: send.user,
        correlationId: send.uuid,
      },
      ...(answer.kind === 'answer' && { response: storedAnswer(answer.body) }),
    }
  }
}

/** Nothing was called: the lead is not as the broker wants it, or nobody can call at all. */
const refusedBy = (send: DueSend, failure_status: string, message?: string): Ended => ({
  send,
  outcome: {
    outcome: failure_status === 'Configuration error' ? 'failed' : 'skipped',
    failure_status,
    message,
  },
})
