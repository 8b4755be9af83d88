import { test } from 'vitest'

import { isTooLong } from '../../../fixtures/work/long.ts'
import { killWhileSending } from './killing.ts'

const kills = process.env['LONG'] ? 10 : 1

test.skipIf(isTooLong).each([
  ['alone', 60, {}],
  ['ten in one call', 200, { isBatched: true }],
  ['under a cap', 80, { cap: 35 }],
  ['ten in one call under a cap', 200, { isBatched: true, cap: 95 }],
])(
  'I2, I3, E9: a worker that is killed while it sends leads %s sends nothing twice, loses nothing and passes no cap',
  async (_, leads, how) => {
    await killWhileSending(kills, leads, how)
  },
  240_000,
)
