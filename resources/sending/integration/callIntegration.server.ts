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
import { forgetToken, needsToken, signIn } from './request/signIn.server.ts'

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
export async function callIntegration(
  call: Call,
  backend: Backend,
  signal?: AbortSignal,
): Promise<Called> {
  const first = await callOnce(call, 0, backend, signal)
  if (!('answer' in first) || !first.built || !needsToken(call.loaded)) return first
  const { answer } = first
  if (answer.kind !== 'answer' || answer.status !== 401) return first
  forgetToken(call.loaded, backend)
  const { before: _, ...again } = call
  return callOnce(again, answer.ms, backend, signal)
}

/** @param spentMs Of the time that the whole may take. */
async function callOnce(
  { loaded, lead, context, before }: Call,
  spentMs: number,
  backend: Backend,
  signal: AbortSignal | undefined,
): Promise<Called> {
  const { integration, secrets } = loaded
  const login = needsToken(loaded) ? await signIn(loaded, backend) : undefined
  if (login && 'answer' in login) {
    return { outcome: ofLogin(login.answer), answer: login.answer, built: undefined }
  }
  const token = login && { token: login.token }
  const built = buildRequest(integration, { ...secrets, ...token }, lead, context)
  if ('refused' in built) return built
  await before?.(built.redacted)
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
