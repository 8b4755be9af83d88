import { test } from 'vitest'

import { killNodes } from '../resources/sending/kills/killNodes.ts'

const minutes = Number(process.env['MINUTES'] ?? 10)
const everySeconds = Number(process.env['KILL_EVERY'] ?? 60)

test.runIf(process.env['TEST_DATABASE_URL'])(
  `two web and two worker nodes, one killed every ${everySeconds} s for ${minutes} minutes: nothing is lost or sent twice`,
  () => killNodes({ lastingMs: minutes * 60_000, everyMs: everySeconds * 1_000 }),
  (minutes + 10) * 60_000,
)
