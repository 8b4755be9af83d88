import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

const results = process.env['RESULTS']

/** Stories that measure time want the machine for themselves. */
const measured = /@measured/

/** Visits of many minutes; `npm run test:journeys:long`. */
const long = /@long/

/** Stories with a server of their own: last in the row, two of three workers would wait for them. */
const apart = /(?:apiHost|reactAdmin|watch)\.spec\.ts$/

const stories = {
  grepInvert: [measured, long],
  fullyParallel: true,
  // Once more, on a console of its own: stories share theirs. What needed it is told at the end of CI.
  retries: process.env['CI'] ? 1 : 0,
}

/** Stories in real Chromium against the real console with its demo; Debian's browser, no download. */
export default defineConfig<{ late: boolean }>({
  testDir: '.',
  globalSetup: './parts/build.ts',
  // Stories wait for what they see to come to rest; meanwhile another has the processor.
  workers: Math.ceil(availableParallelism() * 1.5),
  projects: [
    { name: 'measured', grep: measured, workers: 1 },
    { ...stories, name: 'apart', testMatch: apart },
    // What is measured runs after the stories, also when one of them fails.
    { ...stories, name: 'stories', testIgnore: apart, teardown: 'measured' },
    { name: 'long', grep: long },
    // The stories once more, as far from the server: every answer comes 300 to 800 ms late.
    { ...stories, name: 'late', testIgnore: apart, use: { late: true } },
  ],
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: results
    ? [['line'], ['json', { outputFile: join(results, 'journeys.json') }]]
    : [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace of every step takes a third of the time; `--trace on` makes one of a story that fails.
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
