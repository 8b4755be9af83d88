import type { OutboundAnswer } from '#server'

import type { BuiltRequest, Offer } from '../request/buildRequest.server.ts'
import type { Integration } from '../integration.ts'
import { readAnswer, type Outcome } from './readAnswer.server.ts'
import { readBatch, type BatchOutcome } from './readBatch.server.ts'
import type { Refusal } from '../request/mapLead.server.ts'

type Built = Extract<BuiltRequest, { request: unknown }>

export type Called =
  | Refusal
  | {
      readonly outcome: Outcome
      readonly answer: OutboundAnswer
      /** The part of the answer that is about the lead, where several may be in it. */
      readonly part?: string | undefined
      /** What is said of a call as a whole, and so of all its leads. */
      readonly isOfAll?: boolean
      /** Undefined where a login failed and the call was never made. */
      readonly built: Built | undefined
    }

/** What came of each lead that went along, and why others did not. */
export function calledOf(
  integration: Integration,
  answer: OutboundAnswer,
  offers: readonly Offer[],
  built: readonly BuiltRequest[],
): Called[] {
  const going = offers.filter((_, at) => 'request' in (built[at] ?? {}))
  const outcomes: Partial<BatchOutcome>[] = integration.batch_size
    ? readBatch(
        integration,
        answer,
        going.map(({ lead, context }) => ({ key: context.send.key, email: lead.email ?? '' })),
      )
    : going.map(() => ({ outcome: readAnswer(integration, answer) }))
  const byOffer = new Map(going.map((offer, at) => [offer, outcomes[at]]))
  return built.flatMap((one, at): Called[] => {
    if ('refused' in one) return [one]
    const offer = offers[at]
    const { outcome, part, isOfAll = false } = (offer && byOffer.get(offer)) ?? {}
    return outcome ? [{ outcome, answer, part, isOfAll, built: one }] : []
  })
}

export const isRefused = (one: BuiltRequest): one is Refusal => 'refused' in one
