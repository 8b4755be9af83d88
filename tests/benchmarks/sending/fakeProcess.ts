import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { builtEntry } from './builtEntries.ts'

export interface FakeProcess {
  readonly origin: string
  readonly delayMs: number
  readonly pid: number | undefined
  stop(): void
}

/** A played broker in a process of its own, as a real one is on another machine. */
export async function startFakeProcess(delayMs: number): Promise<FakeProcess> {
  const child = spawn(process.execPath, [builtEntry('fakeProcessEntry'), String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [origin] = await once(child.stdout, 'data')
  return {
    origin: String(origin).trim(),
    delayMs,
    pid: child.pid,
    stop: () => void child.kill(),
  }
}
