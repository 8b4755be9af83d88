import type { OutboundFault } from '#server'

import { msg } from '../../../msg.server.ts'
import { answerDocument, type AnswerDocument, type ReceivedAnswer } from './answerDocument.ts'
import { matchingRule, type Rule } from './matchRules.server.ts'
import { faultWords } from './faultWords.server.ts'
import type { Doubt, Outcome } from './outcome.ts'
import {
  badConfiguration,
  isMoved,
  labels,
  meaningOf,
  unavailable,
  unknownAnswer,
  unreadableAnswer,
} from './statusTable.ts'
import { type Reading, extracted } from './valuesIn.server.ts'

export type { Outcome }

/** What the client of outgoing calls brings back. */
export type Answer =
  | ({ readonly kind: 'answer' } & ReceivedAnswer)
  | {
      readonly kind: 'fault'
      readonly fault: OutboundFault
      /** Whether the body may have reached the other side. */
      readonly wasSent: boolean
      readonly status?: number | undefined
      readonly message: string
    }

/** What an answer means: its first matching rule, or the table of product.md 4.2. Never throws for what came. */
export function readAnswer(integration: Reading, answer: Answer): Outcome {
  if (answer.kind === 'fault') return readFault(integration, answer)
  const document = answerDocument(answer)
  const { status } = document
  const rule = isMoved(status) ? undefined : matchingRule(integration, document)
  if (rule === 'undecided') return { ...unreadableAnswer }
  const byRule = rule && outcomeOf(rule, status, integration.safe_to_repeat)
  const meaning = byRule ?? meaningOf(status, integration.safe_to_repeat)
  const isUnclear = !rule && meaning === unknownAnswer
  const lacking = isUnclear ? lackingIn(integration, document) : undefined
  return {
    ...(isUnclear && (lacking || document.isTruncated) ? unreadableAnswer : meaning),
    ...(isUnclear && { message: msg(lacking ?? 'the_answer_fits_no_rule') }),
    ...(!rule && wordsOf(document)),
    ...extracted(integration, document, rule, meaning.outcome),
    ...(rule && { rule: rule.number }),
    ...retryAfter(meaning.outcome, document),
    ...(meaning.outcome === 'retry' && doubtOf(status)),
  }
}

/** Why an answer says nothing: it is elsewhere, as after what was done, or a part of it is missing. */
function wordsOf({ status, isTruncated }: AnswerDocument): { message?: string } {
  const fault = status === 302 || status === 303 ? 'redirect' : isTruncated && 'too_large'
  return fault ? { message: faultWords({ fault, message: `HTTP ${status}` }) } : {}
}

/** Of a call that is made again; 429 says that nothing was done. */
function doubtOf(status: number): { doubt?: Doubt } {
  if (status === 429) return {}
  return { doubt: status === 500 ? 'taken' : 'arrived' }
}

/** A 500 may follow a lead that was taken: a rule may say that it was, and nothing that leads to another call. */
function outcomeOf({ first }: Rule, status: number, isSafeToRepeat: boolean) {
  const outcome = first.outcome ?? 'unknown'
  if (status === 500 && outcome !== 'success' && !isSafeToRepeat) return unknownAnswer
  const failure_status = first.label ?? labels[outcome]
  return outcome === 'success' || !failure_status ? { outcome } : { outcome, failure_status }
}

/** That rules look into a document, and what came is none. */
function lackingIn({ rules }: Reading, { isJson, isXml }: AnswerDocument) {
  const wants = new Set(rules.map(({ look_at }) => look_at))
  if (wants.has('json') && !isJson) return 'the_answer_is_not_json'
  return wants.has('xml') && !isXml ? 'the_answer_is_not_xml' : undefined
}

const longestWait = 86_400

function retryAfter(outcome: Outcome['outcome'], document: AnswerDocument): Partial<Outcome> {
  const text = document.header('retry-after')?.trim()
  if (!text || (outcome !== 'retry' && outcome !== 'capacity')) return {}
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1_000)
  return seconds > 0 ? { retryAfterSeconds: Math.min(seconds, longestWait) } : {}
}

type Fault = Extract<Answer, { kind: 'fault' }>

function readFault({ safe_to_repeat }: Reading, answer: Fault): Outcome {
  const { fault, wasSent, status = 0 } = answer
  const message = faultWords(answer)
  if (fault === 'redirect') return { ...meaningOf(status, false), message }
  if (fault === 'forbidden_address') return { ...badConfiguration, message }
  if (fault === 'too_large') return { ...unreadableAnswer, message }
  const isTimeout = fault === 'read_timeout' || fault === 'connect_timeout'
  const failure_status = isTimeout ? 'Timeout' : 'Broker unavailable'
  if (!wasSent) return { ...unavailable, failure_status, message }
  if (safe_to_repeat) return { ...unavailable, failure_status, message, doubt: 'taken' }
  return { outcome: 'unknown', failure_status: isTimeout ? 'Timeout' : 'Unknown answer', message }
}
