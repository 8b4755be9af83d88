import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'

/** How often a process in use proves to itself that it hears notifications. */
const beatEvery = 1_000
const proofLasts = 5_000
const patience = 2_000

/**
 * Listens to a channel and knows whether it still hears: while it is asked, a beat goes through the
 * database once a second, and only a beat that came back lately is a proof. `heard` is called for every
 * message that is not a beat.
 */
export function createPulse(
  { database, log }: Pick<Backend, 'database' | 'log'>,
  channel: string,
  heard: () => void,
) {
  const name = randomUUID()
  let beating: Promise<void> = Promise.resolve()
  let stop: (() => Promise<void>) | undefined
  let beatAt = 0
  let provenAt = 0

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
      const now = Date.now()
      if (now - beatAt >= beatEvery) {
        beatAt = now
        beating = beating.then(() => beat(now))
      }
      return now - provenAt < proofLasts
    },
    /** Waits only a moment for a database that may be gone. */
    async close(): Promise<void> {
      beatAt = Number.POSITIVE_INFINITY
      const stopped = beating.then(() => stop?.()).catch(() => undefined)
      await Promise.race([stopped, sleep(patience, undefined, { ref: false })])
    },
  }
}
