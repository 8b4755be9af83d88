import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

const results = process.env['RESULTS']

/** Stories that measure time want the machine for themselves. */
const measured = /(?:speed|stillness|lists)\.spec\.ts/

/** Visits of many minutes of which the stories have a shorter one; `npm run test:journeys:long`. */
const long = /@long/

/** Stories in real Chromium against the real console with its demo; Debian's browser, no download. */
export default defineConfig({
  testDir: '.',
  globalSetup: './build.ts',
  workers: 2,
  projects: [
    { name: 'measured', testMatch: measured, workers: 1 },
    {
      name: 'stories',
      testIgnore: measured,
      grepInvert: long,
      fullyParallel: true,
      dependencies: ['measured'],
    },
    { name: 'long', grep: long },
  ],
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: results
    ? [['line'], ['json', { outputFile: join(results, 'journeys.json') }]]
    : [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
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
