import type { Preference } from '#contract'
import { HttpFailure } from '../../browser/client/http/httpFailure.ts'
import { type Http } from '../../browser/client/http/http.ts'
import {
  createLocal,
  type PendingChange,
  type Pending,
  createPending,
  type Holder,
} from './localPreferences.ts'

const pushAfter = 1_000
const pullAgainAfter = 10_000

export interface Followed extends Holder {
  readonly http: Http
  /** Told when what the server keeps holds here, or when it told nothing. */
  onKnown?(): void
}

/**
 * Keeps the preferences of a signed-in user the same in all their browsers: a change holds here at once and goes to
 * the server a moment later; the server's come at the beginning and when the window gets the focus. The newest
 * wins. Where the server keeps none, everything stays here. Returns how to stop.
 */
export function followPreferences(followed: Followed): () => void {
  const { http, store, storage, userId, onKnown } = followed
  const controller = new AbortController()
  const { signal } = controller
  const pending = createPending(storage, userId)
  const local = createLocal(followed, pending)
  const push = createPush(http, pending, local, signal)
  let timer: ReturnType<typeof setTimeout> | undefined
  let pulledAt = 0
  const pull = async () => {
    if (Date.now() - pulledAt < pullAgainAfter) return
    pulledAt = Date.now()
    const path = '/profile/preferences'
    try {
      const { data } = await http.json<{ data: Record<string, unknown> }>(path, {
        signal,
        isBackground: true,
      })
      local.take(data)
    } finally {
      onKnown?.()
    }
    await push()
  }
  const unwatch = store.watch((key) => {
    if (!local.note(key)) return
    clearTimeout(timer)
    timer = setTimeout(() => void push(), pushAfter)
  })
  const stop = () => {
    clearTimeout(timer)
    unwatch()
    controller.abort()
  }
  // What does not arrive now does with the next focus.
  const tryPull = () => void pull().catch((error) => isMissing(error) && stop())
  window.addEventListener('focus', tryPull, { signal })
  tryPull()
  return stop
}

const isMissing = (error: unknown) => error instanceof HttpFailure && error.status === 404

/** Makes the function that sends what is pending, one change after the other. What the server refuses stays here. */
function createPush(
  http: Http,
  pending: Pending,
  local: ReturnType<typeof createLocal>,
  signal: AbortSignal,
): () => Promise<void> {
  const refused = new Set<string>()
  const send = async (key: string, change: PendingChange) => {
    const { data } = await http.json<{ data: Partial<Preference> }>(`/profile/preferences/${key}`, {
      ...callOf(change),
      signal,
      isBackground: true,
    })
    pending.done(key, change)
    // A newer one of another browser stood there.
    if ('value' in data && !(key in pending.read())) local.set(key, data.value)
  }
  const sendAll = async () => {
    for (const [key, change] of Object.entries(pending.read())) {
      if (refused.has(key)) continue
      try {
        await send(key, change)
      } catch (error) {
        if (!isRefusal(error)) return
        refused.add(key)
      }
    }
  }
  let running: Promise<void> | undefined
  return () => {
    running ??= sendAll().finally(() => (running = undefined))
    return running
  }
}

function callOf({ value, at }: PendingChange) {
  if (value === undefined) return { method: 'DELETE' } as const
  return { method: 'PUT', body: { value, age: Math.max(0, Date.now() - at) } } as const
}

const isRefusal = (error: unknown) =>
  error instanceof HttpFailure && [409, 413, 422].includes(error.status)
