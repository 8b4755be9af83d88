import { EventEmitter, once } from 'node:events'
import type { Readable } from 'node:stream'

/** Within so many milliseconds after a file is saved the watcher says that it starts anew; the page asks sooner. */
export const noticedWithinMs = 1_000

/** Milliseconds that a call waits for a server that starts anew. */
const startTimeoutMs = 60_000

interface Outputs {
  readonly stdout: Readable
  readonly stderr: Readable
}

/**
 * Follows a server under `node --watch` by what it prints. `settled` resolves with what kept it from starting, or with
 * undefined when it answers.
 */
export function followServer({ stdout, stderr }: Outputs, onChange: (problem?: string) => void) {
  // Every call of a page waits for it at once.
  const changes = new EventEmitter().setMaxListeners(0)
  let state: 'starting' | 'settled' = 'starting'
  let printed = ''
  let problem: string | undefined
  let startedAt = 0
  const within = (change: 'starting' | 'settled', ms: number) =>
    once(changes, change, { signal: AbortSignal.timeout(ms) }).catch(() => undefined)
  const settle = (found?: string) => {
    state = 'settled'
    problem = found
    onChange(found)
    changes.emit('settled')
  }
  stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  stdout.setEncoding('utf8').on('data', (text: string) => {
    if (/^Restarting /m.test(text)) {
      ;[state, printed, startedAt] = ['starting', '', Date.now()]
      changes.emit('starting')
    }
    if (/^Leadgate is ready at /m.test(text)) settle()
    // What it printed last may arrive after the word of its end.
    if (/^Failed running /m.test(text)) setTimeout(() => settle(printed.trim()), 50)
  })
  return {
    hasStartedSince: (moment: number) => startedAt >= moment,
    async settled(): Promise<string | undefined> {
      // What is told of may just have been mended.
      if (state === 'settled' && problem !== undefined) await within('starting', noticedWithinMs)
      if (state === 'starting') await within('settled', startTimeoutMs)
      return problem
    },
  }
}
