import { expect, test } from 'vitest'

import { resources } from '#resources'

import { screens } from '../../../resources/index.browser.ts'
import { allEntries } from '../../../src/browser/views/screens/sidebarGroups.ts'
import { goKeys } from '../../../src/features/shortcuts/Shortcuts.tsx'

test('the screens of the business have a letter each, the chief ones their own', () => {
  const entries = allEntries({ screens, resources })
  const keys = goKeys(entries.map(({ name }) => name))
  expect(keys.get('leads')).toBe('l')
  expect(keys.get('brokers')).toBe('b')
  expect(keys.get('users')).toBe('u')
  expect(new Set(keys.values()).size).toBe(keys.size)
  expect(keys.size).toBeGreaterThan(10)
})
