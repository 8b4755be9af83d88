import { expect, test } from 'vitest'

import { goKeys } from '../../../src/features/shortcuts/Shortcuts.tsx'

const keysOf = (...names: string[]) => Object.fromEntries(goKeys(names))

test('a screen has its first letter, or that of another word, or any of its letters', () => {
  expect(keysOf('leads', 'brokers', 'broker_departments', 'locales', 'tags')).toEqual({
    leads: 'l',
    brokers: 'b',
    broker_departments: 'd',
    locales: 'o',
    tags: 't',
  })
})

test('a screen without a free letter has none', () => {
  expect(keysOf('a', 'aa', '1')).toEqual({ a: 'a' })
})
