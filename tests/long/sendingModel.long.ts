import { test } from 'vitest'

import { runModel } from '../resources/sending/model/steps.ts'

const runs = Number(process.env['RUNS'] ?? 1_000)

test(`in ${runs} random sequences of what can happen to sends none goes twice, none is lost and caps hold`, async () => {
  await runModel(runs)
}, 3_600_000)
