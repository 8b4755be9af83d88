import { test } from 'vitest'

import { runModel } from './steps.ts'

test('whatever happens to sends in whatever order, none goes twice, none is lost and caps hold', async () => {
  await runModel(process.env['TEST_DATABASE_URL'] ? 10 : 5)
}, 120_000)
