import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

import { DatabaseError } from 'pg'

import type { Log } from '../../kernel/database.ts'
import { hasPassed, momentNow, type Moment } from '../../kernel/moment.ts'
import { createTimeLimit, plannerSettings } from '../connection.ts'

export interface ThreadOptions {
  /** Where PostgreSQL keeps its files, or `memory://`. */
  readonly directory: string
  /** A file made by `dump`, with which a new directory begins. */
  readonly template?: string
}

/** `wire`: messages of PostgreSQL's protocol. `dump`: all files as a tar. `close`: everything to disk. */
export type Request = { kind: 'wire'; bytes: Uint8Array } | { kind: 'dump' | 'close' }

export type Answer =
  | { kind: 'ready' | 'done' }
  | { kind: 'data'; bytes: Uint8Array }
  | { kind: 'failed'; message: string }

export interface Asking {
  heard?(bytes: Uint8Array): void
  /** Milliseconds until the thread is killed; 0 is no limit. */
  limit?: number
}

/** One life of the embedded PostgreSQL. It answers one request at a time. */
export interface Thread {
  ask(request: Request, asking?: Asking): Promise<void>
  stop(): Promise<void>
  /** Why it has ended; undefined while it lives. */
  readonly end: () => Error | undefined
}

/**
 * A quarter of the rows from which PostgreSQL learns what is in a table: 0.15 s for 200,000 records and not 0.95 s, in which
 * the one session answers nothing else.
 */
const sampleSettings = { default_statistics_target: '25' }

/** PostgreSQL's code, compiled once: a thread after the first takes it as it is, which saves a third of its start. */
let compiled: Promise<WebAssembly.Module> | undefined

async function compileCode(): Promise<WebAssembly.Module> {
  const library = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(join(library, 'pglite.wasm')))
}

/** With these words it is told from other errors (`faultOf`). */
const stopped = 'The embedded database stopped'

async function startThread(options: ThreadOptions): Promise<Thread> {
  const settings = { ...plannerSettings, ...sampleSettings }
  const worker = new Worker(new URL('./pgliteWorker.js', import.meta.url), {
    workerData: { ...options, settings, code: await (compiled ??= compileCode()) },
    execArgv: [],
  })
  let isAlive = true
  let current = deferred()
  let reason = new Error(`${stopped}.`)
  worker.on('error', (error: Error) => (reason = error))
  worker.on('exit', () => {
    isAlive = false
    current.reject(reason)
  })
  worker.on('message', (answer: Answer) => {
    if (answer.kind === 'data') current.heard?.(answer.bytes)
    else if (answer.kind === 'failed') kill(new Error(`${stopped}: ${answer.message}`))
    else current.resolve()
  })

  function kill(error: Error): void {
    isAlive = false
    reason = error
    void worker.terminate()
  }

  function ask(request: Request, { heard, limit = 0 }: Asking = {}): Promise<void> {
    if (!isAlive) return Promise.reject(reason)
    current = deferred(heard)
    const timer = limit > 0 ? setTimeout(() => kill(tooLong(limit)), limit) : undefined
    worker.postMessage(request, [])
    return current.promise.finally(() => clearTimeout(timer))
  }

  await current.promise
  return {
    ask,
    stop: async () => void (await worker.terminate()),
    end: () => (isAlive ? undefined : reason),
  }
}

function deferred(heard?: (bytes: Uint8Array) => void) {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject, heard }
}

/** The code is the one that PostgreSQL has for a statement that ran into its time limit. */
function tooLong(limit: number): Error {
  const error = new DatabaseError(`canceling statement after ${limit} ms`, 0, 'error')
  return Object.assign(error, { code: '57014' })
}

/** Milliseconds after a start that failed until the next one. */
const startAgainMs = 2_000

/** Keeps one embedded PostgreSQL running: asked one thing after another, started anew when it was killed. */
export function createThreads(options: ThreadOptions, log: Log) {
  let thread: Promise<Thread> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let end: string | undefined
  let lost: Error | undefined
  let failedAt: Moment | undefined

  function ask(request: Request, asking: Asking = {}): Promise<void> {
    const answer = last.then(async () => (await living()).ask(request, asking))
    last = answer.catch(() => undefined)
    return answer
  }

  async function living(): Promise<Thread> {
    if (end) throw new Error(end)
    if (thread && failedAt && !hasPassed(startAgainMs, failedAt)) return thread
    const known = await thread?.catch(() => undefined)
    lost = known?.end() ?? lost
    if (known && !known.end()) return known
    if (known && options.directory === 'memory://') {
      throw new Error('The database in memory is gone with the statement that was stopped.')
    }
    if (known) log.warn({ err: lost }, 'The embedded database starts anew.')
    failedAt = undefined
    thread = startThread(options).catch(failed)
    return thread
  }

  /** What ended the life before is what keeps it from the next one, as a disk that is full. */
  function failed(error: Error): never {
    failedAt = momentNow()
    if (!lost) throw error
    const words = lost.message.replace(`${stopped}: `, '')
    throw new Error(`${stopped} and does not start: ${words}`, { cause: error })
  }

  /** Starts it, however long that takes: after a kill it has to recover first. */
  async function open(): Promise<void> {
    await living()
  }

  /** From now on every question fails with `reason`. */
  async function stop(reason: string): Promise<void> {
    end = reason
    await (await thread?.catch(() => undefined))?.stop()
  }

  return { open, ask, stop }
}

type Ask = (request: Request, asking: Asking) => Promise<void>

/** AuthenticationOk and ReadyForQuery: the embedded database asks for no password. */
const readyMessages = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
/** A Query: its letter, its length but for the letter, and the statements. */
const beginAnew = Buffer.from('Q\0\0\0\x1drollback; deallocate all\0')
/** Query and Sync are the messages after which PostgreSQL answers. */
const turns = new Set([0x51, 0x53])
const query = 0x51
const idle = 0x49

/**
 * Takes the place of the socket between `pg` and the embedded PostgreSQL, so that both databases have
 * the same client, values and errors. Batches of messages go over as one.
 */
export function createWire(ask: Ask, standardLimit: number): Duplex {
  const limit = createTimeLimit(standardLimit)
  let isGreeted = false
  let waiting: Buffer[] = []

  const wire = new Duplex({
    read() {},
    write: (chunk: Buffer, _encoding, done) => void settle(take([chunk]), done),
    writev: (chunks, done) => void settle(take(chunks.map(({ chunk }) => chunk)), done),
    final(done) {
      wire.push(null)
      done()
    },
  })

  async function take(chunks: Buffer[]): Promise<void> {
    if (!isGreeted) {
      isGreeted = true
      wire.push(readyMessages)
      return
    }
    waiting.push(...chunks)
    if (!turns.has(waiting.at(-1)?.[0] ?? 0)) return
    const messages = waiting
    waiting = []
    for (const message of messages) readLimit(message)
    await exchange(Buffer.concat(messages), (bytes) => wire.push(bytes))
  }

  async function exchange(bytes: Buffer, heard: (bytes: Uint8Array) => void): Promise<void> {
    let status: number | undefined
    await ask(
      { kind: 'wire', bytes },
      {
        limit: limit.current(),
        heard(answer) {
          status = answer.at(-1)
          if (!wire.destroyed) heard(answer)
        },
      },
    )
    if (status === idle) limit.endTransaction()
  }

  function readLimit(message: Buffer): void {
    if (message[0] === query) limit.read(message.toString('latin1', 5, 200))
  }

  /** A client that was cut off may have left a transaction and prepared statements behind. */
  function connect(): void {
    exchange(beginAnew, () => undefined).then(
      () => wire.emit('connect'),
      (error: Error) => wire.destroy(error),
    )
  }

  const ignore = () => wire
  return Object.assign(wire, {
    connect,
    setNoDelay: ignore,
    setKeepAlive: ignore,
    ref: ignore,
    unref: ignore,
  })
}

async function settle(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: Error) => reason,
  )
  done(error)
}
