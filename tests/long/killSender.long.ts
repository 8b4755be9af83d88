import { test } from 'vitest'

import { killWhileSending } from '../resources/sending/killing.ts'

test('a worker that is killed at 50 moments sends nothing twice and loses nothing', async () => {
  await killWhileSending(50, 2_000)
}, 900_000)
