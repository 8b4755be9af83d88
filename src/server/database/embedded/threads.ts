import type { Log } from '../../kernel/database.ts'
import { startThread } from './pgliteThread.ts'
import type { Asking, Request, Thread, ThreadOptions } from './pgliteThread.ts'

/** Keeps one embedded PostgreSQL running: asked one thing after another, started anew when it was killed. */
export function createThreads(options: ThreadOptions, log: Log) {
  let thread: Promise<Thread> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let end: string | undefined

  function ask(request: Request, asking: Asking = {}): Promise<void> {
    const answer = last.then(async () => (await living()).ask(request, asking))
    last = answer.catch(() => undefined)
    return answer
  }

  async function living(): Promise<Thread> {
    if (end) throw new Error(end)
    const known = await thread?.catch(() => undefined)
    if (known?.isAlive()) return known
    if (known && options.directory === 'memory://') {
      throw new Error('The database in memory is gone with the statement that was stopped.')
    }
    if (known) log.warn('The embedded database starts anew.')
    thread = startThread(options)
    return thread
  }

  /** From now on every question fails with `reason`. */
  async function stop(reason: string): Promise<void> {
    end = reason
    await (await thread?.catch(() => undefined))?.stop()
  }

  return { ask, stop }
}
