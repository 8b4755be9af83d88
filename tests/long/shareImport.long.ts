import { test } from 'vitest'

import { shareImport } from '../resources/leads/work/shareImport.ts'

test.runIf(process.env['TEST_DATABASE_URL'])(
  'two workers share one import: when the one at work is killed, the other ends it and nothing is lost',
  () => shareImport(Number(process.env['ROWS'] ?? 50_000)),
  600_000,
)
