import { callOut, type Backend, type OutboundAnswer } from '#server'

import { buildRequests, type Offer, type OutboundRequest } from './request/buildRequest.server.ts'
import { withoutSecrets } from './answer/withoutSecrets.server.ts'
import type { LoadedIntegration } from './loadForCall.server.ts'
import type { Outcome } from './answer/readAnswer.server.ts'
import type { CallSecrets } from './request/auth.server.ts'
import { loginProblem } from './request/loginProblem.server.ts'
import { withToken } from './request/signIn.server.ts'
import { type Called, isRefused, calledOf } from './answer/calledOf.server.ts'

interface Call extends Offer {
  readonly loaded: LoadedIntegration
  /** What is done when the call is ready and nothing of it has left: the record of the attempt. */
  before?(redacted: OutboundRequest): Promise<unknown>
}

/** A call that was made for some leads. */
export interface CalledTogether {
  /** As it left; undefined where nothing did. */
  readonly request: OutboundRequest | undefined
  readonly answer: OutboundAnswer | undefined
  /** What came of each of the leads, in their order. */
  readonly all: readonly Called[]
}

/** Offers one lead to a broker, as `offerTogether` does. */
export async function callIntegration(
  { loaded, before, ...offer }: Call,
  backend: Backend,
  signal?: AbortSignal,
): Promise<Called> {
  const { all } = await offerTogether({ loaded, offers: [offer], before }, backend, signal)
  return all[0] ?? { refused: 'Configuration error', message: 'mapping' }
}

interface CallTogether {
  readonly loaded: LoadedIntegration
  readonly offers: readonly Offer[]
  readonly before?: Call['before']
}

/**
 * Offers leads to a broker by one call of an integration: signs in where that is needed, builds the call, makes it, and reads the
 * answer. Where the broker refuses the token it signs in once more: nothing was taken then.
 */
export function offerTogether(
  call: CallTogether,
  backend: Backend,
  signal?: AbortSignal,
): Promise<CalledTogether> {
  return withToken(call.loaded, backend, refusedIn, (login, spentMs) => {
    if (login && 'answer' in login) {
      const { answer } = login
      const called: Called = {
        outcome: ofLogin(answer, call.loaded),
        answer,
        built: undefined,
        isOfAll: true,
      }
      return Promise.resolve({ request: undefined, answer, all: call.offers.map(() => called) })
    }
    return callOnce(call, { ...call.loaded.secrets, ...login }, spentMs, backend, signal)
  })
}

/** Brokers refuse a token by 401, or by what the rules of the integration read as that. */
function refusedIn({ answer, all }: CalledTogether): number | undefined {
  if (answer?.kind !== 'answer') return undefined
  const outcomes = all.flatMap((one) => ('outcome' in one ? one.outcome.outcome : []))
  const isAuth = outcomes.length > 0 && outcomes.every((one) => one === 'auth')
  return answer.status === 401 || isAuth ? answer.ms : undefined
}

/** @param spentMs Of the time that the whole may take; 0 at the first call. */
async function callOnce(
  { loaded: { integration }, offers, before }: CallTogether,
  secrets: CallSecrets,
  spentMs: number,
  backend: Backend,
  signal: AbortSignal | undefined,
): Promise<CalledTogether> {
  const { request, offers: built } = buildRequests(integration, secrets, offers)
  if (!request) return { request, answer: undefined, all: built.filter(isRefused) }
  const [first] = built
  if (spentMs === 0 && first && 'redacted' in first) await before?.(first.redacted)
  const answer = await callOut(
    backend,
    {
      ...request,
      body: request.body ?? null,
      connectMs: integration.connect_timeout * 1_000,
      totalMs: Math.max(integration.total_timeout * 1_000 - spentMs, 1_000),
    },
    signal,
  )
  const kept = withoutSecrets(answer, secrets)
  const all = calledOf(integration, answer, offers, built)
  if (kept === answer) return { request, answer, all }
  const told = calledOf(integration, kept, offers, built)
  return { request, answer: kept, all: all.map((one, at) => inWordsOf(told[at], one)) }
}

/** What came of a lead, in the words of an answer without secrets: what it means was read as it came. */
function inWordsOf(told: Called | undefined, one: Called): Called {
  if ('refused' in one || !told || 'refused' in told) return one
  const { message: _, ...outcome } = one.outcome
  const { message } = told.outcome
  const { answer, part } = told
  return {
    ...one,
    answer,
    part,
    outcome: { ...outcome, ...(message !== undefined && { message }) },
  }
}

/** A login that failed has sent no lead: it is tried again, or somebody must mend the sign-in. */
function ofLogin(answer: OutboundAnswer, { integration }: LoadedIntegration): Outcome {
  const isTemporary =
    answer.kind === 'fault'
      ? answer.fault !== 'forbidden_address' && answer.fault !== 'redirect'
      : answer.status >= 500 || answer.status === 429
  const message = loginProblem(answer, integration)
  return isTemporary
    ? { outcome: 'retry', failure_status: 'Broker unavailable', message }
    : { outcome: 'auth', failure_status: 'Authorization error', message }
}
