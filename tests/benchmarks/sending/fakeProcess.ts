import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface FakeProcess {
  readonly origin: string
  readonly delayMs: number
  readonly pid: number | undefined
  stop(): void
}

/** A played broker in a process of its own, as a real one is on another machine. */
export async function startFakeProcess(delayMs: number): Promise<FakeProcess> {
  const script = fileURLToPath(new URL('fakeProcessEntry.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(delayMs)], {
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
