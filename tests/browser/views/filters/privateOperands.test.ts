import { expect, it } from 'vitest'

import { createLongFilterStore } from '../../../../src/browser/client/storage/longFilterStore.ts'
import { isPrivate } from '../../../../src/browser/client/records/filterValues.ts'
import { thing } from '../fixture.ts'

it.each<[string, unknown, boolean]>([
  ['email', 'ada@example.com', true],
  ['email_contains', 'ada', true],
  ['email_empty', true, false],
  ['phone', ['+442079460958'], true],
  ['text', 'ada@example.com', false],
  ['id', [1234567], false],
  ['search', 'Ada Byron 1815', false],
  ['search', 'ada@', true],
  ['search', '+44 (20) 7946-0958', true],
  ['where', '{"any":[{"text":["a"]},{"email":{"contains":"ada"}}]}', true],
  ['where', { any: [{ text: ['a'] }, { email: ['ada@example.com'] }] }, true],
  ['where', '{"all":[{"money":{"from":"5"}}]}', false],
  ['nothing', 'x', false],
])('L8: "%s" of %j says whom somebody looks for: %s', (key, value, expected) => {
  expect(isPrivate(thing, key, value)).toBe(expected)
})

it('L8: an operand kept out of the address has a name by chance', () => {
  window.sessionStorage.clear()
  const [one, other] = [0, 1].map(() => {
    window.sessionStorage.clear()
    return createLongFilterStore(window.sessionStorage).shortened({ email: 'ada@b.co' }, () => true)
  })
  expect(one?.['email']).toMatch(/^@list:\w+$/)
  expect(one).not.toEqual(other)
})
