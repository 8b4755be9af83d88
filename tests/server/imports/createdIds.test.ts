import { expect, test } from 'vitest'

import { createdIds } from '../../../src/server/imports/rows/createdBefore.ts'

test('ids of an import are found, also where another one takes every second number', () => {
  const ids = createdIds([{ first: 3, last: 5 }])
  ids.add([9, 7, 11])
  ids.add([12, 13])
  const found = Array.from({ length: 16 }, (_, id) => id).filter((id) => ids.has(id))
  expect(found).toEqual([3, 4, 5, 7, 9, 11, 12, 13])
})
