import { useEffect, useEffectEvent } from 'react'

import { client } from '../../client/http/http.ts'
import { HttpFailure, unavailable } from '../../client/http/httpFailure.ts'
import type { Problem } from '../../client/http/problem.ts'
import { pause } from '../../client/live/quiet.ts'

/** Milliseconds: the least and the longest pause before the server is asked whether it answers, and for how long it is. */
const minPauseMs = 3_000
const maxPauseMs = 60_000
const maxOutageMs = 30 * 60_000

/** Most times that what failed is asked for again while the server answers other questions. */
const maxRetries = 8

/** A time of failures, as far as one followed the other. All parts of a page have the same one. */
let outage = { since: 0, seen: 0, retries: 0 }

/** Begins anew to count what fails. */
export const forgetOutage = () => void (outage = { since: 0, seen: 0, retries: 0 })

/** Whether the server could not answer, so that asking again may help. */
export const isAway = ({ status, message }: Problem): boolean =>
  message === unavailable || status === 503

/**
 * Asks again by itself for what the server could not answer: when the browser is online again, or when the server answers a
 * small question, which it is asked with growing pauses.
 */
export function useRetry(isWanted: boolean, retry: () => void): void {
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!isWanted) return undefined
    const controller = new AbortController()
    const { signal } = controller
    void untilAnswered(signal).then((isThere) => isThere && !signal.aborted && again())
    return () => controller.abort()
  }, [isWanted])
}

/** Resolves with whether the server answers again. */
async function untilAnswered(signal: AbortSignal): Promise<boolean> {
  const now = Date.now()
  const isNew = now - outage.seen > 3 * maxPauseMs
  outage = isNew ? { since: now, seen: now, retries: 0 } : { ...outage, seen: now }
  while (!signal.aborted && outage.retries < maxRetries) {
    const lasted = Date.now() - outage.since
    if (lasted > maxOutageMs) return false
    await pauseOrOnline(Math.min(maxPauseMs, Math.max(minPauseMs, lasted)), signal)
    if (!signal.aborted && navigator.onLine && !document.hidden && (await answers(signal))) {
      outage = { ...outage, retries: outage.retries + 1 }
      return true
    }
    outage = { ...outage, seen: Date.now() }
  }
  return false
}

/** The browser's word that it is online again ends a pause. */
async function pauseOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  const controller = new AbortController()
  const either = AbortSignal.any([signal, controller.signal])
  window.addEventListener('online', () => controller.abort(), { signal: either })
  await pause(milliseconds, either)
  controller.abort()
}

/** A refusal is an answer, too. */
const answers = (signal: AbortSignal): Promise<boolean> =>
  client.json('/health', { signal }).then(
    () => true,
    (error: unknown) => error instanceof HttpFailure && error.status > 0 && error.status < 500,
  )
