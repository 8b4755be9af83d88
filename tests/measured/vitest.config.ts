import { defineConfig } from 'vitest/config'

// `npm run test:measured`: the build, the steps of the README, and ratios of time, which want the machine for themselves.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/measured/**/*.measured.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
