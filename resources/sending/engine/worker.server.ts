import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

import {
  commitEvents,
  createWakeSignal,
  hasPassed,
  momentNow,
  transactAsProcess,
  type Backend,
  type LongRunning,
  type Moment,
} from '#server'

import { logCalls, type MadeCall } from '../callLog/logCalls.server.ts'
import { longestLogin } from '../integration/request/sharedToken.server.ts'
import { createCallMeans } from './callMeans.ts'
import { prepareCalls } from './calls.server.ts'
import { claimSends, isAnyDue } from './claim.server.ts'
import { graceSeconds } from './beginSends.server.ts'
import type { DueSend } from './dueSend.server.ts'
import { createLeadsUnderWay } from './leadsUnderWay.server.ts'
import { notCalled, type Ended } from './outcome/ended.server.ts'
import { applyOutcomes } from './outcome/outcomes.server.ts'
import { recoverLost } from './recoverLost.server.ts'
import { applyApart, isToBlame, setAsideFirst } from './outcome/setAside.server.ts'
import { callsOf, countCallsOf } from './together.server.ts'
import { sendingResources } from './wakePart.server.ts'

interface Settings {
  /** Calls that one process has under way at the same time. */
  readonly calls?: number
  readonly prepare?: typeof prepareCalls
}

/** Milliseconds: what others have planned is found within this time. */
const pollMs = 1_000
/** Where nothing was due, the next look comes no sooner. */
const leastPauseMs = 20
const recoverMs = 5_000
const tellMs = 500
/** Calls under way have this time when the process is told to stop; then their outcome is unknown. */
const stopMs = 10_000
/** A call begins only while its lease leaves it all its time, and that of its logins. */
const callWithinMs = (graceSeconds - 2 * longestLogin - 5) * 1_000
/**
 * What calls need is read once for all of a claim; a call that has waited longer, behind slow ones, reads it anew: its lead may
 * have been erased, blocked or put on the black list, and its integration paused.
 */
const freshMs = 1_000
/** After so many, an outcome that cannot be written is left to its lease: it is unknown then. */
const maxFailures = 3
/** Outcomes of short calls are gathered for this time, where there are not as many already. */
const gatherMs = 40
const gathered = 40
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
  const claimer = createWakeSignal(pollMs)
  const events = commitEvents(sendingResources)
  const writer = createWakeSignal(pollMs)
  const logger = createWakeSignal(pollMs)
  const underWay = new Set<Promise<void>>()
  const leads = createLeadsUnderWay(backend)
  const waiting: (() => Promise<Ended[]>)[] = []
  let ended: Ended[] = []
  let made: MadeCall[] = []
  /** Calls, however many sends share one. */
  let inHand = 0
  let loops: Promise<void>[] = []

  const means = createCallMeans(calls)
  const room = () => calls + means.ahead() - inHand
  let isClaiming = true
  let isWriting = true

  async function claim(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Soon enough that these calls are ready when the others end; and not one by one: a claim takes the database as long for many.
      const isFull = waiting.length > means.whileReady() || room() < means.ahead() / 4
      const found = isFull ? undefined : await claimSome().catch(report)
      if (found && (found.claimed.length > 0 || found.isMore)) commits.emit('commit')
      else {
        await claimer.next(Math.min(pollMs, Math.max(5, (found?.nextAt ?? Infinity) - Date.now())))
        // Under load commits come by hundreds a second.
        if (!isFull && !found)
          await pause(leastPauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    // What was claimed at the last moment is still called and written.
    isClaiming = false
    writer.wake()
  }

  async function claimSome() {
    if (!(await isAnyDue(backend.database.sql))) return undefined
    const begunAt = momentNow()
    const limit = Math.min(room(), maxClaimed)
    const claims = await transactAsProcess(backend, (context) => claimSends(limit, context)).catch(
      afterFailedClaim,
    )
    maxClaimed *= 2
    inHand += countCallsOf(claims.claimed)
    leads.begin(claims.claimed)
    // The next claim need not wait for what these calls have to read.
    if (claims.claimed.length > 0) void begin(claims.claimed, begunAt)
    await applyApart(claims.kept, backend)
    return claims
  }

  let maxClaimed = Infinity

  /** A send that cannot be claimed is found by claims of one, and must not hold up the others. */
  async function afterFailedClaim(error: unknown): Promise<never> {
    const isAgain = maxClaimed === 1
    maxClaimed = 1
    if (isAgain && (await isToBlame(error, backend))) await setAsideFirst(backend)
    throw error
  }

  async function begin(claimed: readonly DueSend[], claimedAt: Moment): Promise<void> {
    const call = await prepare(claimed, backend).catch(report)
    const readAt = momentNow()
    const callInTime = async (sends: readonly DueSend[]) => {
      const isStale = hasPassed(freshMs, readAt)
      const current = isStale ? await prepare(sends, backend, true).catch(report) : call
      const isLate = hasPassed(callWithinMs, claimedAt)
      return current && !isLate ? current(sends, hurry.signal) : sends.map(notCalled)
    }
    if (call) waiting.push(...callsOf(claimed).map((sends) => () => callInTime(sends)))
    else ended.push(...claimed.map(notCalled))
    writer.wake()
    fill()
    means.took('ready', performance.now() - claimedAt.own)
  }

  function fill(): void {
    while (underWay.size < calls && waiting.length > 0) {
      const next = waiting.shift()
      if (!next) return
      const call = next()
        .then((all) => {
          ended.push(...all)
          means.took('call', all[0]?.ms ?? 0)
        })
        .catch((error: unknown) => {
          // What went wrong on our side leaves the outcome open; its lease runs out.
          report(error)
          inHand -= 1
        })
        .finally(() => {
          underWay.delete(call)
          writer.wake()
          claimer.wake()
          fill()
        })
      underWay.add(call)
    }
  }

  async function write(): Promise<void> {
    while (isClaiming || inHand > 0 || ended.length > 0) {
      if (ended.length === 0) await writer.next()
      else {
        // Some more at once: a transaction takes the database nearly as long for one as for many.
        const begunAt = performance.now()
        if (means.isQuick() && ended.length < gathered && underWay.size > 0) await pause(gatherMs)
        await writeSome()
        means.took('write', performance.now() - begunAt)
      }
    }
    isWriting = false
    logger.wake()
    teller.wake()
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
      made.push(...batch.flatMap((one) => one.made ?? []))
      logger.wake()
    } catch (error) {
      report(error)
      await afterFailure(batch.length, error)
    }
  }

  /** The request log follows beside: nothing waits for it. */
  async function writeLog(): Promise<void> {
    while (isWriting || made.length > 0) {
      const some = made
      made = []
      if (some.length > 0) await logCalls(backend.database.sql, some).catch(report)
      else await logger.next()
    }
  }

  function drop(count: number): void {
    const sends = ended.slice(0, count).map(({ send }) => send)
    inHand -= countCallsOf(sends)
    leads.end(sends)
    ended = ended.slice(count)
    failures = 0
  }

  /** What a broker said is written as soon as the database takes it; one that it never takes must not hold up the others. */
  async function afterFailure(count: number, error: unknown): Promise<void> {
    size = 1
    if (count === 1 && (await isToBlame(error, backend))) failures += 1
    if (failures >= maxFailures) drop(1)
    await writer.next()
  }

  async function recover(): Promise<void> {
    while (!stopping.signal.aborted) {
      await recoverLost(backend).catch(report)
      await stopped.next()
    }
  }

  const stopped = createWakeSignal(recoverMs)

  async function tellLeads(): Promise<void> {
    while (isWriting) {
      await leads.tell().catch(report)
      await teller.next()
    }
  }

  const teller = createWakeSignal(tellMs)

  function report(error: unknown): undefined {
    log.warn({ err: error }, 'sending waits')
    return undefined
  }

  return {
    start() {
      for (const event of events) commits.on(event, claimer.wake)
      loops = [claim(), write(), writeLog(), recover(), tellLeads()]
    },
    async stop() {
      stopping.abort()
      for (const event of events) commits.off(event, claimer.wake)
      for (const one of [claimer, stopped, writer]) one.wake()
      const timer = setTimeout(() => hurry.abort(), stopMs)
      await Promise.all(loops)
      clearTimeout(timer)
    },
  }
}
