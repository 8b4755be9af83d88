import { expect, test } from 'vitest'

import { resources } from '#resources'

import { allEntries } from '../../../src/browser/views/screens/sidebarGroups.ts'
import { goKeys } from '../../../src/features/shortcuts/Shortcuts.tsx'
import { screens } from '../../../resources/index.browser.ts'

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

test('the screens of the business have a letter each, the chief ones their own', () => {
  const entries = allEntries({ screens, resources })
  const keys = goKeys(entries.map(({ name }) => name))
  expect(keys.get('leads')).toBe('l')
  expect(keys.get('brokers')).toBe('b')
  expect(keys.get('users')).toBe('u')
  expect(new Set(keys.values()).size).toBe(keys.size)
  expect(keys.size).toBeGreaterThan(10)
})
