import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

const results = process.env['RESULTS']

/** Stories in real Chromium against the real console with its demo; Debian's browser, no download. */
export default defineConfig({
  testDir: '.',
  globalSetup: './start.ts',
  workers: 1,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: results
    ? [['line'], ['json', { outputFile: join(results, 'journeys.json') }]]
    : [['list']],
  use: {
    // Set by start.ts before the workers read this file.
    baseURL: process.env['CONSOLE_ADDRESS'] ?? '',
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
