import { describe, expect, test } from 'vitest'

import type { OutboundFault } from '#server'

import { courseOf, type CallOutcome } from '../../../../resources/sending/engine/courseOf.server.ts'
import type { DueSend } from '../../../../resources/sending/engine/dueSend.server.ts'
import {
  readAnswer,
  type Answer,
} from '../../../../resources/sending/integration/answer/readAnswer.server.ts'
import { ruleRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { sampleIntegration } from '../../../fixtures/sending/integration.ts'

const { retry_attempts, retry_after, capacity_after, max_age_hours } = integration.fields
const limits = {
  retry_attempts: retry_attempts.options.default,
  retry_after: retry_after.options.default,
  capacity_after: capacity_after.options.default,
  max_age_hours: max_age_hours.options.default,
} as DueSend['limits']

const now = new Date('2026-03-01T10:00:00Z')
const clear = { may_be_known: false, may_be_taken: false }

interface Told {
  readonly attempts?: number
  readonly hasTaker?: boolean
  readonly random?: number
}

/** What becomes of a send of a rotation, of which other departments are left. */
function course(outcome: CallOutcome, { attempts = 1, hasTaker = false, random = 0.5 }: Told = {}) {
  const send = {
    attempts,
    attempts_before: 0,
    failure_status: null,
    send_key: 'key',
    waits_since: null,
    others: [2, 3],
    limits,
  }
  return courseOf(send, outcome, { now, doubts: clear, hasTaker, random: () => random })
}

const rules = (['auth', 'capacity', 'rejected', 'duplicate', 'success'] as const).map((outcome) =>
  ruleRow({ path: 'says', value: outcome, outcome }),
)
const got = (status: number, says = '', headers: Record<string, string> = {}): Answer => ({
  kind: 'answer',
  status,
  headers,
  body: JSON.stringify({ says }),
  isTruncated: false,
})
const fault = (name: OutboundFault, wasSent: boolean, status?: number): Answer => ({
  kind: 'fault',
  fault: name,
  wasSent,
  status,
  message: name,
})
const read = (answer: Answer, more: object = {}) =>
  readAnswer(sampleIntegration({ rules, ...more }), answer)

type Row = readonly [condition: string, answer: Answer, state: string, isAgain: boolean, next: Next]
/** When the next department of a rotation gets the lead. */
type Next = 'at once' | 'when used up' | 'instead of waiting' | 'never'

/** The table of product.md 4.2. */
const table: readonly Row[] = [
  ['a name that is not found', fault('dns', false), 'retrying', true, 'when used up'],
  ['a refused connection', fault('refused', false), 'retrying', true, 'when used up'],
  ['an error of TLS', fault('tls', false), 'retrying', true, 'when used up'],
  ['no connection in time', fault('connect_timeout', false), 'retrying', true, 'when used up'],
  ['429', got(429), 'retrying', true, 'never'],
  ['502', got(502), 'retrying', true, 'when used up'],
  ['503', got(503), 'retrying', true, 'when used up'],
  ['504', got(504), 'retrying', true, 'when used up'],
  ['401', got(401), 'waiting', true, 'instead of waiting'],
  ['403', got(403), 'waiting', true, 'instead of waiting'],
  ['a rule of the sign-in', got(200, 'auth'), 'waiting', true, 'instead of waiting'],
  ['a rule of no capacity', got(404, 'capacity'), 'waiting', true, 'instead of waiting'],
  ['another 4xx', got(422), 'rejected', false, 'at once'],
  ['a rule that rejects', got(200, 'rejected'), 'rejected', false, 'at once'],
  ['a rule of duplicates', got(200, 'duplicate'), 'rejected', false, 'at once'],
  ['a rule of success', got(200, 'success'), 'sent', false, 'never'],
  ['no answer in time', fault('read_timeout', true), 'unknown', false, 'never'],
  ['a lost connection', fault('lost', true), 'unknown', false, 'never'],
  ['500', got(500), 'unknown', false, 'never'],
  ['500 that a rule rejects', got(500, 'rejected'), 'unknown', false, 'never'],
  ['2xx of no rule', got(200, 'thanks'), 'unknown', false, 'never'],
  ['301', fault('redirect', true, 301), 'failed', false, 'at once'],
  ['307', fault('redirect', true, 307), 'failed', false, 'at once'],
  ['308', fault('redirect', true, 308), 'failed', false, 'at once'],
  ['302 of no rule', got(302), 'unknown', false, 'never'],
  ['303 of no rule', got(303), 'unknown', false, 'never'],
]

describe('4.2: of a send', () => {
  test.each(table)('%s makes what the table says', (_, answer, state, isAgain, next) => {
    const outcome = read(answer)
    const first = course(outcome)
    expect([first.state, first.next_attempt_at !== null]).toEqual([state, isAgain])
    const used = course(outcome, { attempts: 5 })
    const taken = course(outcome, { hasTaker: true })
    const goesOn = [first.goesOn, used.goesOn, taken.goesOn]
    expect(goesOn).toEqual(
      {
        'at once': [true, true, true],
        'when used up': [false, true, false],
        'instead of waiting': [false, false, true],
        never: [false, false, false],
      }[next],
    )
    // Never both: where another department has it, it does not wait.
    if (taken.goesOn) expect(taken.next_attempt_at).toBeNull()
  })
})

const secondsOf = (told: { next_attempt_at: string | null }) =>
  (Date.parse(told.next_attempt_at ?? '') - now.getTime()) / 1_000

test('7.1, E8: calls are made again after 10 s, 1 min, 5 min and 15 min, a fifth more or less, and five times in all', () => {
  const outcome = read(got(503))
  for (const [at, seconds] of [10, 60, 300, 900].entries()) {
    const after = (random: number) => secondsOf(course(outcome, { attempts: at + 1, random }))
    expect(after(0)).toBeCloseTo(seconds * 0.8, 1)
    expect(after(0.5)).toBeCloseTo(seconds, 1)
    expect(after(1)).toBeCloseTo(seconds * 1.2, 1)
  }
  expect(course(outcome, { attempts: 5 }).state).toBe('failed')
})

test('4.2: without room it is asked after 15 min, 1 h, 4 h, 12 h, and 12 h again', () => {
  const outcome = read(got(404, 'capacity'))
  const hours = [1, 2, 3, 4, 5].map((attempts) => secondsOf(course(outcome, { attempts })) / 3_600)
  expect(hours).toEqual([0.25, 1, 4, 12, 12])
})

test('E8: what a broker asks for with Retry-After is kept to, also where it has no room', () => {
  for (const answer of [
    got(429, '', { 'retry-after': '90' }),
    got(503, '', { 'retry-after': '90' }),
  ])
    expect(secondsOf(course(read(answer), { random: 0 }))).toBe(90)
  const full = got(404, 'capacity', { 'retry-after': '7200' })
  expect(secondsOf(course(read(full), { random: 0 }))).toBe(7_200)
})

test('6.5: who is safe to repeat is called again after a 500 and a read timeout, and nothing else changes', () => {
  for (const [name, answer, state] of table) {
    const isRepeated =
      name === '500' || name === 'no answer in time' || name === 'a lost connection'
    const told = course(read(answer, { safe_to_repeat: true })).state
    // A rule may say what a 500 means where it is safe.
    const expected = name === '500 that a rule rejects' ? 'rejected' : state
    expect([name, told]).toEqual([name, isRepeated ? 'retrying' : expected])
  }
})
