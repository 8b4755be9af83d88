import { defineConfig } from 'vitest/config'

/** What is built and followed, and measures nothing: two at a time. */
const built = ['bundle', 'manual', 'readme'].map((name) => `tests/measured/${name}.measured.ts`)

const project = (name: string, files: object, order: number, maxWorkers: number) => ({
  extends: true as const,
  test: { name, ...files, maxWorkers, sequence: { groupOrder: order } },
})

// `npm run test:measured`: the build, the steps of the README, and ratios of time, which want the machine for themselves.
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'tests/run.ts',
    testTimeout: 60_000,
    hookTimeout: 300_000,
    // In CI once more: another machine's pause is no slowness of ours. What needed it is told at the end.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      project('built', { include: built }, 0, 2),
      project('measured', { include: ['tests/measured/**/*.measured.ts'], exclude: built }, 1, 1),
    ],
  },
})
