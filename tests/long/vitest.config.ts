import { defineConfig } from 'vitest/config'

// `npm run test:long`: what takes minutes, with TEST_DATABASE_URL for the tests that want a PostgreSQL.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/long/**/*.long.ts'],
    fileParallelism: false,
  },
})
