import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startConsole as start } from '../../fixtures/process.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'leadgate-journeys-'))
const entry = 'src/server/start.js'

/** Starts the console as a new user would, on an empty folder, and leaves it for the workers to begin with. */
export async function makeFirstDay(): Promise<() => void> {
  const data = newFolder()
  const running = await start(process.cwd(), { DATA_DIR: data, DEMO: '1' }, entry)
  await untilServed(running.address)
  await running.stop()
  process.env['CONSOLE_FIRST_DAY'] = data
  return () => rmSync(data, { recursive: true, force: true })
}

/** Starts a console on a copy of the first day: to make the demo again takes several times as long. */
export async function startConsole(settings: Record<string, string> = {}) {
  const data = newFolder()
  cpSync(process.env['CONSOLE_FIRST_DAY'] ?? '', data, { recursive: true })
  const running = await start(process.cwd(), { DATA_DIR: data, DEMO: '1', ...settings }, entry)
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
