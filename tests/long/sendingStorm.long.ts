import { test } from 'vitest'

import { sendInStorm } from '../resources/sending/kills/sendingStorm.ts'

const seconds = Number(process.env['SECONDS'] ?? 60)

// The embedded database does one thing after the other.
test.runIf(process.env['TEST_DATABASE_URL'])(
  `what plans, calls, tells, stops, erases and changes at once for ${seconds} s loses nothing and counts right`,
  () => sendInStorm({ lastingMs: seconds * 1_000 }),
  (seconds + 240) * 1_000,
)
