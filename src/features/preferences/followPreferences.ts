import { HttpFailure, type Http } from '../../browser/client/http/http.ts'
import type { WatchedStore } from '../../browser/client/storage/store.ts'
import { createLocal } from './local.ts'
import { createPending } from './pending.ts'
import { createPush } from './push.ts'

const pushAfter = 1_000
const pullAgainAfter = 10_000

interface Followed {
  readonly http: Http
  readonly store: WatchedStore
  readonly storage: Storage
  readonly userId: number
  /** Told when what the server keeps holds here, or when it told nothing. */
  onKnown?(): void
}

/**
 * Keeps the preferences of a signed-in user the same in all their browsers: a change holds here at once and goes to
 * the server a moment later; the server's come at the beginning and when the window gets the focus. The newest
 * wins. Where the server keeps none, everything stays here. Answers how to stop.
 */
export function followPreferences({ http, store, storage, userId, onKnown }: Followed): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const pending = createPending(storage, userId)
  const local = createLocal({ store, storage, pending, owner: String(userId) })
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
