import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { Backend } from '../kernel/backend.ts'
import { accessChannel, watchChanges } from './access.ts'

/** Beyond it the least recently used go. */
const maxEntries = 5_000
/** An entry lives this long, and with it what others remember by it in a `WeakMap`, like selections by user. */
const lifetimeMs = 30_000
/** How long a change made by this process is taken to be still on its way to the database and back. */
const invalidateForMs = 10_000

/**
 * Remembers what stays true until somebody, in this or any other process, calls `accessChanged`. While
 * notifications are not proven to arrive it remembers nothing.
 */
export function createSessionCache<Value extends string | object>(
  backend: Pick<Backend, 'database' | 'log'>,
) {
  const entries = new LRUCache<string, Value>({
    max: maxEntries,
    ttl: lifetimeMs,
    ttlAutopurge: true,
    // Asked each time, as of the clock that tests can move.
    perf: { now: () => Date.now() },
    ttlResolution: 0,
  })
  const heartbeat = createHeartbeat(backend, accessChannel, forget)
  const stopWatching = watchChanges(invalidate)
  let generation = 0
  let invalidUntil = 0

  /** The remembered value, or the loaded one. Loaded values that are undefined are not remembered. */
  async function get(
    key: string,
    load: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const isTrusted = heartbeat.isProven() && performance.now() >= invalidUntil
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
  function invalidate(): void {
    invalidUntil = performance.now() + invalidateForMs
    forget()
  }

  async function close(): Promise<void> {
    stopWatching()
    await heartbeat.close()
  }

  return { get, forget, close }
}

/** How often a process in use proves to itself that it hears notifications. */
const beatIntervalMs = 1_000
const provenForMs = 5_000
const closeTimeoutMs = 2_000

/**
 * Listens to a channel and knows whether it still hears: while it is asked, a beat goes through the
 * database once a second, and only a beat that came back lately is a proof. `heard` is called for every
 * message that is not a beat.
 */
function createHeartbeat(
  { database, log }: Pick<Backend, 'database' | 'log'>,
  channel: string,
  heard: () => void,
) {
  const name = randomUUID()
  let beating: Promise<void> = Promise.resolve()
  let stop: (() => Promise<void>) | undefined
  let beatAt = Number.NEGATIVE_INFINITY
  let provenAt = Number.NEGATIVE_INFINITY

  function receive(payload: string): void {
    const [kind, from, at] = payload.split(' ')
    if (kind !== 'beat') heard()
    else if (from === name) provenAt = Number(at)
  }

  async function beat(now: number): Promise<void> {
    try {
      stop ??= await database.listen(channel, receive)
      await sql`select pg_notify(${channel}, ${`beat ${name} ${now}`})`.execute(database.sql)
    } catch (error) {
      log.warn({ err: error }, 'Notifications cannot be proven to arrive.')
    }
  }

  return {
    /** Whether a change would have been heard. Never waits. */
    isProven(): boolean {
      // The clock of the wall may be put back.
      const now = performance.now()
      if (now - beatAt >= beatIntervalMs) {
        beatAt = now
        beating = beating.then(() => beat(now))
      }
      return now - provenAt < provenForMs
    },
    /** Waits only a moment for a database that may be gone. */
    async close(): Promise<void> {
      beatAt = Number.POSITIVE_INFINITY
      const stopped = beating.then(() => stop?.()).catch(() => undefined)
      await Promise.race([stopped, sleep(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}
