import { test } from 'vitest'

import { runModel } from '../resources/sending/model/steps.ts'

test('in 1,000 random sequences of what can happen to sends none goes twice, none is lost and caps hold', async () => {
  await runModel(1_000)
}, 3_600_000)
