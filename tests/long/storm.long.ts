import { test } from 'vitest'

import { importInStorm } from '../fixtures/work/storm.ts'

test.runIf(process.env['TEST_DATABASE_URL'])(
  'F2: eight imports by two processes outlive a minute of lost connections',
  () => importInStorm({ rows: 20_000, lasting: 60_000 }),
  900_000,
)
