import { callOut, type Backend, type OutboundAnswer } from '#server'

import {
  buildRequest,
  type BuiltRequest,
  type CallContext,
  type OutboundRequest,
  type SendLead,
} from './buildRequest.server.ts'
import type { LoadedIntegration } from './loadForCall.server.ts'
import { readAnswer, type Outcome } from './readAnswer.server.ts'
import type { Refusal } from './request/mapLead.server.ts'
import type { CallSecrets } from './request/auth.server.ts'
import { withToken } from './request/signIn.server.ts'

interface Call {
  readonly loaded: LoadedIntegration
  readonly lead: SendLead
  readonly context: CallContext
  /** What is done when the call is ready and nothing of it has left: the record of the attempt. */
  before?(redacted: OutboundRequest): Promise<unknown>
}

export type Called =
  | Refusal
  | {
      readonly outcome: Outcome
      readonly answer: OutboundAnswer
      /** Undefined where a login failed and the call was never made. */
      readonly built: Extract<BuiltRequest, { request: unknown }> | undefined
    }

/**
 * Offers a lead to a broker by one integration: signs in where that is needed, builds the call, makes it, and reads the
 * answer. After a 401 to a token it signs in once more: nothing was taken then.
 */
export function callIntegration(
  call: Call,
  backend: Backend,
  signal?: AbortSignal,
): Promise<Called> {
  const answerOf = (called: Called) =>
    'answer' in called && called.built ? called.answer : undefined
  return withToken(call.loaded, backend, answerOf, (login, spentMs) => {
    if (login && 'answer' in login) {
      const { answer } = login
      return Promise.resolve({ outcome: ofLogin(answer), answer, built: undefined })
    }
    return callOnce(call, { ...call.loaded.secrets, ...login }, spentMs, backend, signal)
  })
}

/** @param spentMs Of the time that the whole may take; 0 at the first call. */
async function callOnce(
  { loaded: { integration }, lead, context, before }: Call,
  secrets: CallSecrets,
  spentMs: number,
  backend: Backend,
  signal: AbortSignal | undefined,
): Promise<Called> {
  const built = buildRequest(integration, secrets, lead, context)
  if ('refused' in built) return built
  if (spentMs === 0) await before?.(built.redacted)
  const answer = await callOut(
    backend,
    {
      ...built.request,
      body: built.request.body ?? null,
      connectMs: integration.connect_timeout * 1_000,
      totalMs: Math.max(integration.total_timeout * 1_000 - spentMs, 1_000),
    },
    signal,
  )
  return { answer, built, outcome: readAnswer(integration, answer) }
}

/** A login that failed has sent no lead: it is tried again, or somebody must mend the sign-in. */
function ofLogin(answer: OutboundAnswer): Outcome {
  const isTemporary =
    answer.kind === 'fault'
      ? answer.fault !== 'forbidden_address' && answer.fault !== 'redirect'
      : answer.status >= 500 || answer.status === 429
  return isTemporary
    ? { outcome: 'retry', failure_status: 'Broker unavailable' }
    : { outcome: 'auth', failure_status: 'Authorization error' }
}
