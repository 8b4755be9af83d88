import type { Backend } from '../backend.ts'
import { accessChannel, watchChanges } from './accessChanged.ts'
import { createPulse } from './pulse.ts'

/** Most entries kept; beyond it the oldest go. */
const capacity = 5_000
/** An entry is asked for again after this time, whatever was heard. */
const lifetime = 30_000
/** How long a change made by this process is taken to be still on its way to the database and back. */
const doubtLasts = 10_000

/**
 * Remembers what stays true until somebody, in this or any other process, calls `accessChanged`. While
 * notifications are not proven to arrive it remembers nothing.
 */
export function createSessionCache<Value>(backend: Pick<Backend, 'database' | 'log'>) {
  const entries = new Map<string, { value: Value; at: number }>()
  const pulse = createPulse(backend, accessChannel, forget)
  const stopWatching = watchChanges(doubt)
  let generation = 0
  let doubtUntil = 0

  /** The remembered value, or the loaded one. Loaded values that are undefined are not remembered. */
  async function get(
    key: string,
    load: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const now = Date.now()
    const isTrusted = pulse.isProven() && now >= doubtUntil
    const known = isTrusted ? entries.get(key) : undefined
    if (known && now - known.at < lifetime) return known.value
    const before = generation
    const value = await load()
    // A change heard while loading may or may not be in what was loaded.
    if (isTrusted && value !== undefined && before === generation) keep(key, { value, at: now })
    return value
  }

  function keep(key: string, entry: { value: Value; at: number }): void {
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > capacity && oldest !== undefined) entries.delete(oldest)
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
