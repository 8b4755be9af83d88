import { Worker } from 'node:worker_threads'

import { codeEnding } from '../../kernel/businessFolder.ts'
import type { ThreadOptions, Request, Answer } from './rowsMessages.ts'

/** The thread was ended over a piece: it took too long, or ate the memory. */
export class ThreadLost extends Error {
  /** The index of the row that was at work; undefined while the piece was cut into rows. */
  readonly row: number | undefined

  constructor(row: number) {
    super('the thread that reads rows was ended')
    this.row = row < 0 ? undefined : row
  }
}

/** Milliseconds that one row may take, and a thread may stand idle before it gives its memory back. */
const rowLimit = 5_000
const idleLimit = 30_000

/** Megabytes: a row that needs more ends its thread, and not the process. */
const memoryLimit = 512
/** Megabytes of what is new: a piece is one, and what is left of it is collected the sooner. */
const youngLimit = 8

/** Asks a thread one thing after another; one that no longer answers is ended, and the next request starts another. */
export function createRowsThread(module: string) {
  let thread: Promise<Thread> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  const ask = (request: Request): Promise<Answer> => inTurn((running) => running.ask(request))

  /** Returns when it runs: its modules take half a second to load. */
  const start = (): Promise<void> => inTurn(async () => undefined)

  function inTurn<Result>(work: (running: Thread) => Promise<Result>): Promise<Result> {
    const result = last.then(() => withThread(work))
    last = result.catch(() => undefined)
    return result
  }

  async function withThread<Result>(work: (running: Thread) => Promise<Result>): Promise<Result> {
    clearTimeout(idle)
    thread ??= startThread(module)
    try {
      return await work(await thread)
    } catch (error) {
      thread = undefined
      throw error
    } finally {
      idle = setTimeout(() => void stop(), idleLimit)
      idle.unref()
    }
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const running = thread
    thread = undefined
    await (await running?.catch(() => undefined))?.stop()
  }

  return { ask, start, stop }
}

interface Thread {
  ask(request: Request): Promise<Answer>
  stop(): Promise<void>
}

async function startThread(source: string): Promise<Thread> {
  const module = source.replace(/\.ts$/, codeEnding)
  const progress = new SharedArrayBuffer(4)
  const at = new Int32Array(progress)
  const worker = new Worker(new URL('./rowsEntry.js', import.meta.url), {
    workerData: { module, progress } satisfies ThreadOptions,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: youngLimit },
  })
  worker.unref()
  let waiting = deferred()
  worker.on('message', (answer: Answer) => {
    if (answer.kind !== 'failed') return waiting.resolve(answer)
    const error = new Error(answer.message)
    error.stack = answer.stack ?? ''
    waiting.reject(error)
  })
  let reason: Error | undefined
  worker.on('error', (error: Error) => (reason = error))
  worker.on('exit', () => waiting.reject(isStarted ? new ThreadLost(at[0] ?? -1) : reason))
  let isStarted = false
  await waiting.promise
  isStarted = true

  async function ask(request: Request): Promise<Answer> {
    waiting = deferred()
    worker.postMessage(request, [])
    const watch = watchProgress(at, () => void worker.terminate())
    return waiting.promise.finally(() => clearInterval(watch))
  }

  return { ask, stop: async () => void (await worker.terminate()) }
}

/** Calls back when the row at work has not changed for too long, by ticks: a process that was suspended has lost no time. */
function watchProgress(at: Int32Array, isStuck: () => void): NodeJS.Timeout {
  let seen = at[0]
  let ticks = 0
  return setInterval(() => {
    ticks = at[0] === seen ? ticks + 1 : 0
    seen = at[0]
    if (ticks >= ticksLimit) isStuck()
  }, rowLimit / ticksLimit)
}

const ticksLimit = 10

function deferred() {
  let resolve: (answer: Answer) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<Answer>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}
