import { expect, test } from 'vitest'

import { createNewestCalls } from '../../resources/sending/fakeBroker/newestCalls.ts'

test('of very many calls the newest are kept, and each costs the same', () => {
  const most = 100_000
  const { calls, add } = createNewestCalls(most)
  const begun = performance.now()
  for (let call = 1; call <= 2.5 * most; call += 1) {
    add(`POST /${call}`)
  }
  // One that moves all others takes half a millisecond: more than a minute for all of these.
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect(calls.length).toBeLessThanOrEqual(2 * most)
  expect(calls.slice(-most)).toEqual(
    Array.from({ length: most }, (_, at) => `POST /${1.5 * most + 1 + at}`),
  )
})
