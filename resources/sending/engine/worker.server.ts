import { setMaxListeners } from 'node:events'

import { sql } from 'kysely'

import { transactAsProcess, type Backend, type LongRunning } from '#server'

import { logCalls } from '../callLog/logCalls.server.ts'
import { prepareCalls } from './calls.server.ts'
import { claimSends } from './claim.server.ts'
import type { DueSend } from './dueSend.server.ts'
import type { Ended } from './ended.server.ts'
import { applyOutcomes } from './outcomes.server.ts'
import { recoverLost } from './recoverLost.server.ts'
import { createWaiter } from './waiter.ts'

interface Settings {
  /** Calls that one process has under way at the same time. */
  readonly calls?: number
  readonly prepare?: typeof prepareCalls
}

/** Milliseconds: what others have planned is found within this time. */
const pollMs = 1_000
const recoverMs = 5_000
/** Calls under way have this time when the process is told to stop; then their outcome is unknown. */
const stopMs = 10_000
/** After so many, an outcome that cannot be written is left to its lease: it is unknown then. */
const mostFailures = 3
/** Outcomes written in one transaction. */
const batchSize = 200

/** Makes the calls of due sends, several at a time, on every process that works. `sends` is the queue. */
export function createSendWorker(
  backend: Backend,
  { calls = 40, prepare = prepareCalls }: Settings = {},
): LongRunning {
  const { log, commits } = backend
  const stopping = new AbortController()
  const hurry = new AbortController()
  // Every call under way listens to it.
  setMaxListeners(0, hurry.signal)
  const claimer = createWaiter()
  const writer = createWaiter()
  const underWay = new Set<Promise<void>>()
  let ended: Ended[] = []
  let inHand = 0
  let loops: Promise<void>[] = []

  /** Sends are claimed ahead while calls are short, so that none waits for the database. */
  let meanMs = 1_000
  const room = () => (meanMs < 250 ? 2 * calls : calls) - inHand
  let isClaiming = true

  async function claim(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Not one by one: a claim takes the database as long for many.
      const least = meanMs < 250 ? calls / 2 : 1
      const found = room() >= least ? await claimSome().catch(report) : undefined
      if (found && found.claimed.length + found.kept.length > 0) commits.emit('commit')
      else
        await claimer.wait(Math.min(pollMs, Math.max(5, (found?.nextAt ?? Infinity) - Date.now())))
    }
    // What was claimed at the last moment is still called and written.
    isClaiming = false
    writer.wake()
  }

  async function claimSome() {
    const claims = await transactAsProcess(backend, async (context) => {
      const found = await claimSends(room(), context)
      if (found.kept.length > 0) await applyOutcomes(found.kept, context)
      return found
    })
    inHand += claims.claimed.length
    if (claims.claimed.length > 0) await begin(claims.claimed)
    return claims
  }

  async function begin(claimed: readonly DueSend[]): Promise<void> {
    const call = await prepare(claimed, backend).catch(report)
    if (call) waiting.push(...claimed.map((send) => () => call(send, hurry.signal)))
    else ended.push(...claimed.map(notCalled))
    writer.wake()
    fill()
  }

  const waiting: (() => Promise<Ended>)[] = []

  function fill(): void {
    while (underWay.size < calls && waiting.length > 0) {
      const next = waiting.shift()
      if (!next) return
      const call = next()
        .then((one) => {
          ended.push(one)
          meanMs = meanMs * 0.9 + (one.ms ?? 0) * 0.1
        })
        .catch((error: unknown) => {
          // What went wrong on our side leaves the outcome open; its lease runs out.
          report(error)
          inHand -= 1
        })
        .finally(() => {
          underWay.delete(call)
          writer.wake()
          fill()
        })
      underWay.add(call)
    }
  }

  async function write(): Promise<void> {
    while (isClaiming || inHand > 0) {
      if (ended.length === 0) await writer.wait(pollMs)
      else await writeSome()
    }
  }

  let size = batchSize
  let failures = 0

  async function writeSome(): Promise<void> {
    const batch = ended.slice(0, size)
    try {
      await transactAsProcess(backend, (context) => applyOutcomes(batch, context))
      drop(batch.length)
      size = Math.min(batchSize, size * 2)
      claimer.wake()
      commits.emit('commit')
      const made = batch.flatMap((one) => one.made ?? [])
      await logCalls(backend.database.sql, made).catch(report)
    } catch (error) {
      report(error)
      await afterFailure(batch.length)
    }
  }

  function drop(count: number): void {
    ended = ended.slice(count)
    inHand -= count
    failures = 0
  }

  /** What a broker said is written as soon as the database takes it; one that it never takes must not hold up the others. */
  async function afterFailure(count: number): Promise<void> {
    size = 1
    if (count === 1 && (await isReachable(backend))) failures += 1
    if (failures >= mostFailures) drop(1)
    await writer.wait(pollMs)
  }

  async function recover(): Promise<void> {
    while (!stopping.signal.aborted) {
      await recoverLost(backend).catch(report)
      await stopped.wait(recoverMs)
    }
  }

  const stopped = createWaiter()

  function report(error: unknown): undefined {
    log.warn({ err: error }, 'sending waits')
    return undefined
  }

  return {
    start() {
      commits.on('commit', claimer.wake)
      loops = [claim(), write(), recover()]
    },
    async stop() {
      stopping.abort()
      commits.off('commit', claimer.wake)
      for (const one of [claimer, stopped, writer]) one.wake()
      const timer = setTimeout(() => hurry.abort(), stopMs)
      await Promise.all(loops)
      clearTimeout(timer)
    },
  }
}

const isReachable = ({ database }: Backend): Promise<boolean> =>
  sql`select 1`.execute(database.sql).then(
    () => true,
    () => false,
  )

/** Nobody was called, for nothing could be read: it is tried again soon. */
const notCalled = (send: DueSend): Ended => ({
  send,
  outcome: { outcome: 'waits', until: new Date(Date.now() + 10_000) },
})
