import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A worker in a process of its own. */
export async function startWorkerProcess(database: string, broker: string, calls: number) {
  const script = fileURLToPath(new URL('workerProcessEntry.ts', import.meta.url))
  const given = ['--import', 'tsx', script, database, broker, String(calls)]
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
