import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cleanLine } from '#schema'

import { answerDocument } from '../../../../resources/sending/integration/answer/answerDocument.ts'
import { matchingRule } from '../../../../resources/sending/integration/answer/matchRules.server.ts'
import { proposeRule } from '../../../../resources/sending/integration/answer/proposeRule.ts'

const matches = (body: string, seen = body, status = 400) => {
  const answer = { status, headers: {}, isTruncated: false }
  const [first, ...more] = proposeRule({ ...answer, body: seen })
  const rules = first ? [{ ...first, outcome: 'duplicate' as const }, ...more] : []
  const found = matchingRule(
    { rules, status_is_success: false },
    answerDocument({ ...answer, body }),
  )
  const isKept = rules.every(({ value }) => cleanLine(value ?? '') === (value ?? ''))
  return isKept && typeof found === 'object' && found.first === rules[0]
}

const proposed = (status: number, body: string, headers = {}) => {
  const [first, ...more] = proposeRule({ status, headers, body, isTruncated: false })
  return [first?.look_at, first?.path, first?.outcome, more.length]
}

test.each([
  [200, '{"ok":true}', 'success'],
  [200, '{"ok":false}', 'rejected'],
  [200, '{"ok":"maybe"}', 'unknown'],
  [422, '{"ok":false}', 'rejected'],
  [401, '{"ok":false}', 'auth'],
  [429, '{"ok":false}', 'retry'],
  [503, '{"ok":false}', 'retry'],
  // It may have been taken: no rule says that it was not.
  [500, '{"ok":false}', 'unknown'],
])('an answer of %i that says %s is proposed as the table has it: %s', (status, body, outcome) => {
  expect(proposed(status, body)).toEqual(['json', 'ok', outcome, 0])
})

test('a form is proposed by its names, and what has none by its text', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(proposed(200, 'ok=true&id=7', form)).toEqual(['json', 'ok', 'success', 0])
  expect(proposed(200, 'OK;7')).toEqual(['status', null, 'unknown', 1])
  expect(proposed(200, '"fine"')).toEqual(['status', null, 'unknown', 1])
})

test.each([
  ['{"result":{"code":17,"desc":"Client known"}}', 'json', 'result.code'],
  ['{"data":{"id":7},"answer":[{"Status":"ERR","Message":"Known"}]}', 'json', 'answer.0.Status'],
  // What stands further out says more of the call.
  ['{"message":"Known","lead":{"status":"new"}}', 'status', null],
  ['{"a.b":{"ok":true}}', 'status', null],
  ['<Answer><Status>ERROR</Status><Error code="12">Known</Error></Answer>', 'xml', '//Status'],
])('7.5: what came of a call is found where it stands in %s', (body, look_at, path) => {
  expect(proposed(200, body).slice(0, 2)).toEqual([look_at, path])
  expect(matches(body)).toBe(true)
})

test('7.5: a “no” is told from others by its reason, without the numbers of this one', () => {
  const body = '{"success":false,"message":"Lead 4821 is a duplicate"}'
  const rows = proposeRule({ status: 200, headers: {}, body, isTruncated: false })
  expect(rows).toMatchObject([
    { and: false, path: 'success', test: 'false', outcome: 'rejected', reason_path: 'message' },
    { and: true, path: 'message', test: 'contains', value: 'is a duplicate', outcome: null },
  ])
  expect(matches(body)).toBe(true)
})

test.each([
  ['OK|48213', 'OK|'],
  ['ERR 2026-11-30 10:15:01 no desk', 'no desk'],
  ['{"lead":48213}', '{"lead":'],
  ['48213', '48213'],
])('7.5: of the text %s a rule keeps what the next answer says as well', (body, kept) => {
  const rows = proposeRule({ status: 200, headers: {}, body, isTruncated: false })
  expect(rows.map(({ value }) => value)).toEqual(['200', kept])
})

test('XML is proposed by its elements', () => {
  const xml = '<?xml version="1.0"?><answer><status>error</status><message>Known</message></answer>'
  expect(proposed(200, xml)).toEqual(['xml', '//status', 'unknown', 1])
  expect(matches(xml)).toBe(true)
  expect(proposed(409, '<a><message>Known</message></a>')).toEqual(['status', null, 'rejected', 1])
})

test.each([
  ['a text of several lines', 'Email is not valid\n  please', undefined],
  ['a text with a contact', 'ada@example.com is known', '•••@••• is known'],
  [
    'a reason with a contact',
    '{"message":"ada@example.com exists"}',
    '{"message":"•••@••• exists"}',
  ],
  ['a reason of several lines', '{"message":"Not valid:\\nphone number"}', undefined],
  ['a verdict with a contact', '{"status":"20794600180","a":1}', '{"status":"•••","a":1}'],
  ['a text with signs that are not kept', '<a><status>\u001b&#27;true</status></a>', undefined],
  ['nothing but a contact', 'ada@example.com', '•••@•••'],
])('7.5: the rule that is made of %s matches the answer', (_what, body, seen) => {
  expect(matches(body, seen)).toBe(true)
})

test('7.5: the rule that is made of an answer matches it, whatever came', () => {
  const word = fc.stringMatching(/^[a-z •\n\t"<&]{0,12}$/)
  const value = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null))
  const names = fc.constantFrom('status', 'code', 'message', 'error', 'other')
  const flat = fc.dictionary(names, value)
  const tree = fc.dictionary(names, fc.oneof(value, flat, fc.array(flat, { maxLength: 2 })))
  const json = tree.map((one) => JSON.stringify(one))
  fc.assert(
    fc.property(fc.oneof(word, json), fc.constantFrom(200, 400, 500), (body, status) => {
      expect(matches(body.replaceAll('•', 'x'), body, status)).toBe(true)
    }),
  )
})
