import { test } from 'vitest'

import { isTooLong } from '../../fixtures/long.ts'
import { killWhileSending } from './killing.ts'

test.skipIf(isTooLong)(
  'I3, E9: a worker that is killed while it sends sends nothing twice and loses nothing',
  async () => {
    await killWhileSending(2, 60)
  },
  240_000,
)
