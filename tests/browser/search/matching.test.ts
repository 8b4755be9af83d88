import { expect, test } from 'vitest'

import { matching } from '../../../src/features/palette/choice.ts'

const screens = ['Settings › Tags', 'Leads', 'Settings › Élan', 'Tags of leads', 'Staging']
const find = (typed: string) => matching(screens, (one) => one, typed)

test.each([
  ['lea', ['Leads', 'Tags of leads']],
  ['TAGS', ['Tags of leads', 'Settings › Tags']],
  ['tags set', ['Settings › Tags']],
  ['elan', ['Settings › Élan']],
  ['settings › é', ['Settings › Élan']],
  ['ags', []],
  ['', []],
  ['›', []],
])('%j finds %j', (typed, found) => {
  expect(find(typed)).toEqual(found)
})
