import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startConsole as start } from '../../fixtures/process.ts'

/** Starts the console as a new user would, on an empty folder. */
export async function startConsole() {
  const data = mkdtempSync(join(tmpdir(), 'leadgate-journeys-'))
  const running = await start(process.cwd(), { DATA_DIR: data, DEMO: '1' }, 'src/server/start.js')
  await untilServed(running.address)
  process.env['CONSOLE_ADDRESS'] = running.address
  process.env['CONSOLE_ACCOUNTS'] = running.output()
  return {
    address: running.address,
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** A process that has just started on a busy machine asks to wait. */
async function untilServed(address: string): Promise<void> {
  for (let tries = 1; tries <= 60; tries += 1) {
    const { status } = await fetch(address)
    if (status !== 503) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
