import { expect, test } from 'vitest'

import { resources } from '#resources'

import { allEntries } from '../../../src/browser/layout/sidebarGroups.ts'
import { goKeys } from '../../../src/browser/shortcuts/goKeys.ts'
import { screens } from '../../../resources/index.views.ts'

const keysOf = (...labels: string[]) =>
  Object.fromEntries(goKeys(labels.map((label) => ({ name: label, label }))))

test('a screen has its first letter, or that of another word, or any of its letters', () => {
  expect(keysOf('Leads', 'Brokers', 'Broker departments', 'Locales', 'Tags')).toEqual({
    Leads: 'l',
    Brokers: 'b',
    'Broker departments': 'd',
    Locales: 'o',
    Tags: 't',
  })
})

test('a screen without a free letter has none', () => {
  expect(keysOf('a', 'A', '…')).toEqual({ a: 'a' })
})

test('the screens of the business have a letter each, the chief ones their own', () => {
  const entries = allEntries({ screens, resources })
  const keys = goKeys(entries.map(({ name, text: [, label] }) => ({ name, label })))
  expect(keys.get('leads')).toBe('l')
  expect(keys.get('brokers')).toBe('b')
  expect(keys.get('users')).toBe('u')
  expect(new Set(keys.values()).size).toBe(keys.size)
  expect(keys.size).toBeGreaterThan(10)
})
