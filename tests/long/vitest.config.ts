import { defineConfig } from 'vitest/config'

// `npm run test:long`: what takes minutes, with TEST_DATABASE_URL for the tests that want a PostgreSQL.
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'tests/run.ts',
    include: [
      'tests/long/**/*.long.ts',
      'tests/server/database/embedded.slow.ts',
      'tests/server/imports/kill.slow.ts',
      'tests/server/exports/memory.test.ts',
      'tests/resources/sending/kills/killSender.slow.ts',
    ],
    env: { LONG: '1' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
