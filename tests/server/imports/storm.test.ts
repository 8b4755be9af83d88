import { test } from 'vitest'

import { importInStorm } from '../../fixtures/work/storm.ts'

// A minute of it, and larger files: npm run test:long.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'F2: eight imports by two processes outlive lost connections, and take in every row once',
  () => importInStorm({ rows: 800, lasting: 3_000 }),
  240_000,
)
