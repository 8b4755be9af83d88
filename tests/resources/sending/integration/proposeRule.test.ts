import { expect, test } from 'vitest'

import { proposeRule } from '../../../../resources/sending/integration/answer/proposeRule.ts'

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
