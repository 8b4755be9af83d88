import { test } from 'vitest'

import { killAtWork } from '../resources/leads/work/killAtWork.ts'

const kills = Number(process.env['KILLS'] ?? 20)

test.runIf(process.env['TEST_DATABASE_URL'])(
  `a process that is killed at ${kills} random moments ends each import, check, undoing, bulk act, merge and export after its restart`,
  () => killAtWork(kills),
  (kills + 2) * 180_000,
)
