import { LRUCache } from 'lru-cache'

import type { Backend } from '../kernel/backend.ts'
import { accessChannel, watchChanges } from './accessChanged.ts'
import { createPulse } from './pulse.ts'

/** Most entries; beyond it the least recently used go. */
const capacity = 5_000
/** An entry lives this long, and with it what others remember by it in a `WeakMap`, like selections by user. */
const lifetime = 30_000
/** How long a change made by this process is taken to be still on its way to the database and back. */
const doubtLasts = 10_000

/**
 * Remembers what stays true until somebody, in this or any other process, calls `accessChanged`. While
 * notifications are not proven to arrive it remembers nothing.
 */
export function createSessionCache<Value extends string | object>(
  backend: Pick<Backend, 'database' | 'log'>,
) {
  const entries = new LRUCache<string, Value>({
    max: capacity,
    ttl: lifetime,
    ttlAutopurge: true,
    // Asked each time, as of the clock that tests can move.
    perf: { now: () => Date.now() },
    ttlResolution: 0,
  })
  const pulse = createPulse(backend, accessChannel, forget)
  const stopWatching = watchChanges(doubt)
  let generation = 0
  let doubtUntil = 0

  /** The remembered value, or the loaded one. Loaded values that are undefined are not remembered. */
  async function get(
    key: string,
    load: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const isTrusted = pulse.isProven() && Date.now() >= doubtUntil
    const known = isTrusted ? entries.get(key) : undefined
    if (known) return known
    const before = generation
    const value = await load()
    // A change heard while loading may or may not be in what was loaded.
    if (isTrusted && value !== undefined && before === generation) entries.set(key, value)
    return value
  }

  function forget(): void {
    generation += 1
    entries.clear()
  }

  /** A change is about to be committed: until the word comes back, the database alone knows. */
  function doubt(): void {
    doubtUntil = Date.now() + doubtLasts
    forget()
  }

  async function close(): Promise<void> {
    stopWatching()
    await pulse.close()
  }

  return { get, forget, close }
}
