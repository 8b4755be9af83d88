import { test } from 'vitest'

import { isTooLong } from '../../../fixtures/work/long.ts'
import { killWhileSending } from './killing.ts'

const kills = process.env['LONG'] ? 10 : 1

test.skipIf(isTooLong).each([
  ['alone', false],
  ['ten in one call', true],
])(
  'I3, E9: a worker that is killed while it sends leads %s sends nothing twice and loses nothing',
  async (_, isBatched) => {
    await killWhileSending(kills, isBatched ? 200 : 60, isBatched)
  },
  240_000,
)
