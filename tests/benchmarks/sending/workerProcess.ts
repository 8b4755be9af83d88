import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { builtEntry } from './builtEntries.ts'

/** A worker in a process of its own. */
export async function startWorkerProcess(database: string, broker: string, calls: number) {
  const given = [builtEntry('workerProcessEntry'), database, broker, String(calls)]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return {
    pid: child.pid,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
