import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readMessage, renderMessage } from '#schema'
import type { OutboundFault } from '#server'

import {
  isByStatusAlone,
  rangeOf,
  rulesOf,
} from '../../../../resources/sending/integration/answer/matchRules.server.ts'
import type { Integration } from '../../../../resources/sending/integration/integration.ts'
import {
  readAnswer,
  type Answer,
} from '../../../../resources/sending/integration/answer/readAnswer.server.ts'
import { ruleRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { sampleIntegration } from '../../../fixtures/sending/integration.ts'
import { anyText } from '../../../fixtures/texts.ts'

const got = (status: number, body: unknown = '', headers: Record<string, string> = {}): Answer => ({
  kind: 'answer',
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  isTruncated: false,
})

const fault = (name: OutboundFault, wasSent: boolean, status?: number): Answer => ({
  kind: 'fault',
  fault: name,
  wasSent,
  status,
  message: 'it went wrong',
})

const read = (answer: Answer, changes: Partial<Integration> = {}) =>
  readAnswer(sampleIntegration(changes), answer)

test('an id of more digits than a number holds is kept as it is written, and two of them apart', () => {
  const idIn = (body: string, path = 'id') =>
    read(got(200, body), {
      id_paths: [path],
      rules: [ruleRow({ path: 'ok', test: 'true', outcome: 'success' })],
    }).api_lead_id
  expect(idIn('{"ok":true,"id":1234567890123456789}')).toBe('1234567890123456789')
  expect(idIn('{"ok":true,"id":1234567890123456788}')).toBe('1234567890123456788')
  expect(idIn('{"ok":true,"x":"\\"1234567890123456789","id":-9007199254740993,"y":[1e300]}')).toBe(
    '-9007199254740993',
  )
  expect(idIn('{"ok":true,"price":0.12345678901234567891,"id":7}')).toBe('7')
  expect(idIn('{"ok":true,"price":12345678901234567891.5,"id":7}', 'price')).toBe(
    '12345678901234567000',
  )
})

test('an answer in the encoding of forms is read by the names in it', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const told = (body: string, headers: Record<string, string> = form) =>
    read(got(200, body, headers), {
      id_paths: ['lead_id'],
      message_paths: ['message'],
      rules: [
        ruleRow({ path: 'status', test: 'equals', value: 'ok', outcome: 'success' }),
        ruleRow({ path: 'status', test: 'equals', value: 'no', outcome: 'rejected' }),
      ],
    })
  expect(told('status=ok&lead_id=007')).toMatchObject({ outcome: 'success', api_lead_id: '007' })
  expect(told('status=no&message=Too+young%21')).toMatchObject({
    outcome: 'rejected',
    message: 'Too young!',
  })
  expect(told('status=ok', { 'content-type': 'text/html' })).toMatchObject({ outcome: 'unknown' })
  expect(told('')).toMatchObject({ outcome: 'unknown' })
})

describe('without a rule that matches', () => {
  test('why no answer came is a message, with what the connection said as it is', () => {
    const { message = '' } = read(fault('refused', false))
    expect(readMessage(message)).toMatchObject({
      message: 'messages.fault_refused',
      args: { detail: 'it went wrong' },
    })
    expect(renderMessage(message)).toBe('The broker’s server takes no connection: “it went wrong”')
  })

  test('a redirect is told, unless the broker says more', () => {
    const words = (body: unknown) => {
      const { outcome, message = '' } = read(got(302, body), { message_paths: ['error'] })
      return [outcome, renderMessage(message)]
    }
    const told = 'The broker’s server redirects the call, which is not followed: “HTTP 302”'
    expect(words('')).toEqual(['unknown', told])
    expect(words({ error: 'Log in first' })).toEqual(['unknown', 'Log in first'])
  })

  test('an answer of which a part is missing is told', () => {
    const cut: Answer = { ...got(200, '{"success":tr'), isTruncated: true } as Answer
    expect(renderMessage(read(cut).message ?? '')).toBe(
      'The answer is too large, or packed in an unknown way: “HTTP 200”',
    )
  })

  test.each([
    ['says something else', got(200, { ok: 'maybe' }), {}, 'The answer fits no rule'],
    ['is broken', got(200, '{"ok": tr'), {}, 'The answer is not JSON'],
    ['is empty', got(200), {}, 'The answer is not JSON'],
    [
      'is of another kind',
      got(200, { ok: true }),
      { rules: [ruleRow({ look_at: 'xml', path: '//ok', test: 'true', outcome: 'success' })] },
      'The answer is not XML',
    ],
    ['has words of its own', got(200, { note: 'Later' }), { message_paths: ['note'] }, 'Later'],
    ['is refused, which says enough', got(422, {}), {}, undefined],
  ])('an answer that %s is told apart', (_name, answer, more, told) => {
    const { message } = read(answer, more)
    expect(message && renderMessage(message)).toBe(told)
  })

  test.each([
    ['a name that is not found', fault('dns', false), 'retry', 'Broker unavailable'],
    ['a refused connection', fault('refused', false), 'retry', 'Broker unavailable'],
    ['a broken certificate', fault('tls', false), 'retry', 'Broker unavailable'],
    ['no connection in time', fault('connect_timeout', false), 'retry', 'Timeout'],
    ['a lost connection before the body', fault('lost', false), 'retry', 'Broker unavailable'],
    ['no answer in time', fault('read_timeout', true), 'unknown', 'Timeout'],
    ['a lost connection', fault('lost', true), 'unknown', 'Unknown answer'],
    ['an endless answer', fault('too_large', true), 'unknown', 'Unreadable answer'],
    ['a forbidden address', fault('forbidden_address', false), 'failed', 'Configuration error'],
    ['a redirect that moved', fault('redirect', true, 307), 'failed', 'Configuration error'],
    ['a redirect after a call', fault('redirect', true, 303), 'unknown', 'Unknown answer'],
    ['429', got(429), 'retry', 'Rate limited'],
    ['502', got(502), 'retry', 'Broker unavailable'],
    ['503', got(503), 'retry', 'Broker unavailable'],
    ['504', got(504), 'retry', 'Broker unavailable'],
    ['401', got(401), 'auth', 'Authorization error'],
    ['403', got(403), 'auth', 'Authorization error'],
    ['400', got(400, {}), 'rejected', 'Rejected by broker'],
    ['404', got(404), 'rejected', 'Rejected by broker'],
    ['422', got(422), 'rejected', 'Rejected by broker'],
    ['500', got(500, { ok: false }), 'unknown', 'Unknown answer'],
    ['501', got(501, {}), 'unknown', 'Unknown answer'],
    ['200', got(200, { ok: 'maybe' }), 'unknown', 'Unknown answer'],
    ['200 without a body', got(200), 'unknown', 'Unreadable answer'],
    ['200 with broken JSON', got(200, '{"ok": tr'), 'unknown', 'Unreadable answer'],
    ['200 with a page', got(200, '<!doctype html><p>ok'), 'unknown', 'Unreadable answer'],
    ['301', got(301), 'failed', 'Configuration error'],
    ['308', got(308), 'failed', 'Configuration error'],
    ['302', got(302, {}), 'unknown', 'Unknown answer'],
    ['303', got(303, {}), 'unknown', 'Unknown answer'],
  ])('E8: %s means what the table says', (_name, answer, outcome, failure_status) => {
    expect(read(answer)).toMatchObject({ outcome, failure_status })
    expect(read(answer).rule).toBeUndefined()
  })

  test('an integration that may repeat repeats what may have been accepted', () => {
    const again = { safe_to_repeat: true }
    expect(read(fault('read_timeout', true), again).outcome).toBe('retry')
    expect(read(fault('lost', true), again).outcome).toBe('retry')
    expect(read(got(500), again).outcome).toBe('retry')
    expect(read(got(200, { ok: 'maybe' }), again).outcome).toBe('unknown')
  })

  test('E8: the broker says when to come again', () => {
    expect(read(got(429, '', { 'Retry-After': '90' })).retryAfterSeconds).toBe(90)
    const soon = new Date(Date.now() + 60_000).toUTCString()
    const { retryAfterSeconds = 0 } = read(got(503, '', { 'retry-after': soon }))
    expect(retryAfterSeconds).toBeGreaterThan(50)
    expect(read(got(429, '', { 'retry-after': 'later' }))).not.toHaveProperty('retryAfterSeconds')
  })
})

describe('a rule', () => {
  type Row = Parameters<typeof ruleRow>[0]
  const matches = (row: Row, answer: Answer) =>
    read(answer, { rules: [ruleRow({ outcome: 'duplicate', ...row })] }).rule === 1

  test.each<[string, Row, Answer, boolean]>([
    ['equals', { path: 'a.b', value: 'YES' }, got(200, { a: { b: ' yes ' } }), true],
    ['equals in a list', { path: 'a[1].b', value: '2' }, got(200, { a: [0, { b: 2 }] }), true],
    [
      'equals at a name with dots',
      { path: `a['b.c'][0]["d"]`, value: '2' },
      got(200, { a: { 'b.c': [{ d: 2 }] } }),
      true,
    ],
    ['equals elsewhere', { path: 'a.c', value: 'yes' }, got(200, { a: { b: 'yes' } }), false],
    ['equals of a prototype', { path: 'constructor.name', value: 'Object' }, got(200, {}), false],
    ['one of', { path: 'a', test: 'one_of', value: 'x, Y' }, got(200, { a: 'y' }), true],
    ['range', { look_at: 'status', test: 'range', value: '400-410' }, got(404), true],
    ['out of range', { look_at: 'status', test: 'range', value: '400-410' }, got(411), false],
    [
      'contains',
      { look_at: 'body', test: 'contains', value: 'EXISTS' },
      got(400, 'it exists'),
      true,
    ],
    ['regex', { look_at: 'body', test: 'regex', value: 'dupl|exist' }, got(200, 'Exists'), true],
    ['a broken regex', { look_at: 'body', test: 'regex', value: '(' }, got(200, '('), false],
    ['exists', { path: 'a', test: 'exists' }, got(200, { a: false }), true],
    ['exists empty', { path: 'a', test: 'exists' }, got(200, { a: '' }), false],
    ['missing', { path: 'a', test: 'missing' }, got(200, { b: 1 }), true],
    ['missing from nothing', { path: 'a', test: 'missing' }, got(200, 'oops'), false],
    ['true', { path: 'a', test: 'true' }, got(200, { a: 1 }), true],
    ['not true', { path: 'a', test: 'true' }, got(200, { a: 'sure' }), false],
    ['false', { path: 'a', test: 'false' }, got(200, { a: 'No' }), true],
    ['not there is not false', { path: 'a', test: 'false' }, got(200, {}), false],
    ['more', { path: 'a', test: 'gt', value: '5' }, got(200, { a: 5.5 }), true],
    ['less', { path: 'a', test: 'lt', value: '5' }, got(200, { a: 'x' }), false],
    [
      'header',
      { look_at: 'header', path: 'X-Result', value: 'dup' },
      got(200, '', { 'x-result': 'DUP' }),
      true,
    ],
    [
      'xml',
      { look_at: 'xml', path: '/r/a[2]/@id', value: '7' },
      got(200, '<r><a/><x:a id="7"/></r>'),
      true,
    ],
    [
      'xml anywhere',
      { look_at: 'xml', path: '//code', value: 'é<' },
      got(200, '<r><s><code>&#233;&lt;</code></s></r>'),
      true,
    ],
    [
      'xml by dots',
      { look_at: 'xml', path: 'r.a[1]', value: '2' },
      got(200, '<r><a>1</a><a>2</a></r>'),
      true,
    ],
    [
      'xml with entities',
      { look_at: 'xml', path: '/r', test: 'exists' },
      got(200, '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'),
      false,
    ],
  ])('by %s', (_name, row, answer, wanted) => {
    expect(matches(row, answer)).toBe(wanted)
  })

  test('says its own reason where the broker gives none', () => {
    const refusal = { path: 'ok', test: 'false', outcome: 'rejected', reason_path: 'why' } as const
    const rules = [ruleRow({ ...refusal, reason: 'No reason was given' })]
    expect(read(got(200, { ok: false }), { rules }).message).toBe('No reason was given')
    expect(read(got(200, { ok: false, why: 'Too old' }), { rules }).message).toBe('Too old')
  })

  test('holds with all its further conditions, and the first that matches counts', () => {
    const rules = [
      ruleRow({ path: 'ok', test: 'true', outcome: 'success' }),
      ruleRow({ and: true, path: 'id', test: 'exists' }),
      ruleRow({
        path: 'ok',
        test: 'true',
        outcome: 'rejected',
        label: 'No ID',
        reason_path: 'why',
      }),
    ]
    expect(read(got(200, { ok: true, id: 4 }), { rules })).toEqual({ outcome: 'success', rule: 1 })
    expect(read(got(200, { ok: true, why: 'no room for bob@example.com' }), { rules })).toEqual({
      outcome: 'rejected',
      failure_status: 'No ID',
      message: 'no room for •••@•••',
      rule: 3,
    })
  })

  test('never makes more of a 500 than that the lead was taken', () => {
    for (const outcome of ['duplicate', 'rejected', 'capacity', 'auth', 'retry'] as const) {
      const rules = [ruleRow({ look_at: 'body', test: 'contains', value: 'x', outcome })]
      expect(read(got(500, 'x'), { rules })).toMatchObject({ outcome: 'unknown' })
      expect(read(got(500, 'x'), { rules, safe_to_repeat: true })).toMatchObject({ outcome })
    }
  })

  test('takes the status alone for success only where the broker confirmed it', () => {
    const rules = [ruleRow({ look_at: 'status', value: '200', outcome: 'success' })]
    expect(read(got(200), { rules }).outcome).toBe('unknown')
    expect(read(got(200), { rules, status_is_success: true }).outcome).toBe('success')
  })

  test('whose pattern would never end elsewhere is held against the answer all the same', () => {
    const pattern = { look_at: 'body', test: 'regex', value: '^(a+)+$' } as const
    const rules = [
      ruleRow({ ...pattern, outcome: 'duplicate' }),
      ruleRow({ look_at: 'body', test: 'contains', value: 'a', outcome: 'success' }),
    ]
    expect(read(got(200, `${'a'.repeat(60_000)}b`), { rules }).outcome).toBe('success')
    expect(read(got(200, 'a'.repeat(60_000)), { rules }).outcome).toBe('duplicate')
  })

  test('whose pattern is wrong leaves the outcome unknown, whatever comes after it', () => {
    const rules = [
      ruleRow({ look_at: 'body', test: 'regex', value: '(?=a)', outcome: 'duplicate' }),
      ruleRow({ look_at: 'body', test: 'contains', value: 'a', outcome: 'success' }),
    ]
    expect(read(got(200, 'a'), { rules }).outcome).toBe('unknown')
  })
})

test('an answer tells the id, the link, the status, the words and the price', () => {
  const answer = got(200, {
    ok: true,
    id: '',
    lead: { id: 991 },
    url: 'javascript:alert(1)',
    data: 'https://broker.example.com/login?t=1',
    state: 'New',
    note: 'call +44 20 7946 0018',
    price: 12.5,
  })
  const paths = {
    id_paths: ['id', 'lead.id'],
    link_paths: ['url', 'data'],
    status_paths: ['state'],
    message_paths: ['note'],
    price_paths: ['price'],
  }
  expect(read(answer, paths)).toEqual({
    outcome: 'success',
    rule: 1,
    api_lead_id: '991',
    link: 'https://broker.example.com/login?t=1',
    broker_status: 'New',
    message: 'call •••',
    price: '12.5',
  })
})

test.each([
  ['Known as ada@example.com, +44 20 7946 0018', 'Known as •••@•••, •••'],
  ['10000217', '10000217'],
])('M7: the status %j of an answer is kept as %j', (state, broker_status) => {
  const answer = got(200, { ok: true, state })
  expect(read(answer, { status_paths: ['state'] })).toMatchObject({ broker_status })
})

const anyRule = fc.record({
  and: fc.boolean(),
  look_at: fc.constantFrom('status', 'body', 'json', 'xml', 'header'),
  path: fc.option(fc.oneof(fc.string(), fc.constantFrom('a', 'a.b[0]', '/r/a', '//a/@b', '$.ok'))),
  test: fc.constantFrom(
    'equals',
    'one_of',
    'range',
    'contains',
    'exists',
    'missing',
    'true',
    'false',
    'gt',
    'lt',
  ),
  value: fc.option(fc.string()),
  outcome: fc.option(
    fc.constantFrom('success', 'duplicate', 'rejected', 'capacity', 'auth', 'retry', 'unknown'),
  ),
})
const anyBody = fc.oneof(
  anyText(),
  fc.json(),
  fc.constantFrom(
    '<r><a b="1">2</a></r>',
    '<r',
    '<a><b></a>',
    '[[[[',
    `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
  ),
)
const anyAnswer = fc.oneof(
  fc.record({
    kind: fc.constant('answer'),
    status: fc.integer({ min: 100, max: 599 }),
    headers: fc.dictionary(fc.string(), fc.string()),
    body: anyBody,
    isTruncated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('fault'),
    fault: fc.constantFrom(
      'dns',
      'refused',
      'tls',
      'connect_timeout',
      'read_timeout',
      'lost',
      'redirect',
      'too_large',
    ),
    wasSent: fc.boolean(),
    status: fc.option(fc.constantFrom(301, 302, 303, 307), { nil: undefined }),
    message: fc.string(),
  }),
)

test('E8: no answer and no rules make it throw, and what may have been accepted is never called anything else', () => {
  const rules = fc.array(anyRule, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(rules, anyAnswer, fc.boolean(), (given, one, status_is_success) => {
      const answer = one as Answer
      const result = read(answer, {
        rules: given.map((row) => ruleRow(row as Parameters<typeof ruleRow>[0])),
        status_is_success,
        id_paths: ['a', 'a.b[0]', 'constructor'],
        link_paths: ['a'],
      })
      const { outcome, rule } = result
      if (answer.kind === 'fault') {
        const mayBeThere =
          answer.wasSent && ['read_timeout', 'lost', 'too_large'].includes(answer.fault)
        if (mayBeThere) expect(outcome).toBe('unknown')
        return
      }
      const { status } = answer
      if (rule === undefined && status < 300) expect(outcome).toBe('unknown')
      if (rule === undefined && [302, 303, 500].includes(status)) expect(outcome).toBe('unknown')
      if (status === 500) expect(['unknown', 'success']).toContain(outcome)
      if (result.link !== undefined) expect(result.link).toMatch(/^https?:/)
    }),
    { numRuns: 2_000 },
  )
})

test('rows with "and" belong to the rule above them', () => {
  const rows = [
    ruleRow({ and: true, look_at: 'status', outcome: 'success' }),
    ruleRow({ outcome: 'success' }),
    ruleRow({ and: true, look_at: 'status' }),
  ]
  expect(rulesOf(rows).map(({ number, conditions }) => [number, conditions.length])).toEqual([
    [1, 1],
    [2, 2],
  ])
  expect(rulesOf(rows).map(isByStatusAlone)).toEqual([true, false])
  expect(['200-299', '-5..5', '1 – 2', 'x', '1'].map(rangeOf)).toEqual([
    [200, 299],
    [-5, 5],
    [1, 2],
    undefined,
    undefined,
  ])
})
