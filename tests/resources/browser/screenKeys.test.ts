import { expect, test } from 'vitest'

import { resources } from '#resources'

import { screens, views } from '../../../resources/index.browser.ts'
import { allEntries } from '../../../src/browser/views/screens/sidebarGroups.ts'
import { engineViews } from '../../../src/browser/frame/engineViews.ts'
import type { Parts } from '../../../src/browser/views/resourceViews.ts'
import { slots } from '../../../src/features/index.browser.ts'
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

test('of what a record is opened with, nothing is lazy in a way that cannot be loaded before', () => {
  const ofFeatures = slots.features.flatMap(({ parts, partsOf = {} }) => [
    parts,
    ...Object.values(partsOf),
  ])
  const all = [...Object.values({ ...engineViews, ...views }), ...ofFeatures] as Parts<never>[]
  const opened = all.flatMap((parts) => [
    parts?.showHead,
    parts?.showSection,
    ...(parts?.showTab ?? []).flatMap(({ Label, Content }) => [Label, Content]),
  ])
  expect(opened.filter((part) => part && 'load' in part).length).toBeGreaterThan(10)
  expect(opened.filter((part) => part && '_payload' in part)).toEqual([])
})
