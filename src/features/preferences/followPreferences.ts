import type { Preference } from '#contract'

import { HttpFailure, type Http } from '../../browser/client/http/http.ts'
import type { WatchedStore } from '../../browser/client/storage/store.ts'

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

/** Whose preferences the browser holds. */
const ownerKey = 'leadgate.preferences.owner'

/** Whether this browser has held the preferences of a user before. */
export const holdsThoseOf = (storage: Storage, userId: number): boolean =>
  storage.getItem(ownerKey) === String(userId)

/** What follows a person to another browser: how they like lists and the console, not what they looked at. */
const isPreference = (key: string) =>
  /^(?:density|theme|sidebar\.open|shortcuts\.single_keys)$|^[a-z0-9_]+\.(?:columns|default_view)$/.test(
    key,
  )

/** The preferences as this browser has them. */
function createLocal({ store, storage, userId }: Followed, pending: Pending) {
  let isTaking = false
  /** Takes a value of the server's, which need not go back there. */
  const set = (key: string, value: unknown) => {
    if (JSON.stringify(store.getItem(key)) === JSON.stringify(value)) return
    isTaking = true
    store.setItem(key, value)
    isTaking = false
  }
  /** Notes a change that the server must hear of. Returns whether it is one. */
  const note = (key: string) => {
    if (isTaking || !isPreference(key)) return false
    pending.add(key, { value: store.getItem(key), at: Date.now() })
    return true
  }
  /** Puts what the server has in the place of what is here, but for changes that it has yet to hear of. */
  const take = (known: Readonly<Record<string, unknown>>) => {
    const isNobodys = storage.getItem(ownerKey) === null
    const changes = pending.read()
    const here = Object.keys(store.listItems()).filter(isPreference)
    for (const key of here.filter((one) => !(one in known) && !(one in changes))) {
      // Made before the server kept any: to be sent. Somebody else's, or reset in another browser: gone.
      if (isNobodys) note(key)
      else set(key, undefined)
    }
    const keys = new Set([...Object.keys(known), ...Object.keys(changes)].filter(isPreference))
    for (const key of keys) set(key, key in changes ? changes[key]?.value : known[key])
    storage.setItem(ownerKey, String(userId))
  }
  return { set, note, take }
}

/** A change of a preference that the server has not heard of. Without a value the preference was reset. */
interface PendingChange {
  readonly value?: unknown
  /** When it was made, by the clock of this browser. */
  readonly at: number
}

type Changes = Readonly<Record<string, PendingChange>>

type Pending = ReturnType<typeof createPending>

/** One user's changes on their way to the server. In browser storage, so that they outlive a closed tab. */
function createPending(storage: Storage, userId: number) {
  const place = `leadgate.preferences.pending.${userId}`
  const read = (): Changes => JSON.parse(storage.getItem(place) ?? '{}')
  const write = (changes: Changes) => {
    if (Object.keys(changes).length === 0) storage.removeItem(place)
    else storage.setItem(place, JSON.stringify(changes))
  }
  return {
    read,
    add: (key: string, change: PendingChange) => write({ ...read(), [key]: change }),
    /** Forgets a change, unless a later one of the same key has taken its place. */
    done(key: string, { at }: PendingChange) {
      const { [key]: known, ...others } = read()
      if (known?.at === at) write(others)
    },
  }
}

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
