import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { SessionOfUser } from '#contract'

import type { Sql } from '../kernel/database.ts'
import { accessChanged, accessChannel, watchChanges } from './accessChanged.ts'
import { deviceOf } from './device.ts'
import { forgetDevices } from './knownDevices.ts'
import type { Backend } from '../kernel/backend.ts'

/** Sessions end this long after they were used last, and this long after the sign-in at the latest. */
const idleHours = 24
const maxDays = 30

/** When a session ends that was used just now. */
export const endOfSession = (createdAt: RawBuilder<unknown>): RawBuilder<string> =>
  sql`least(now() + make_interval(hours => ${idleHours}),
    ${createdAt} + make_interval(days => ${maxDays}))`

const tokenPattern = /^lg_[\w-]{43}$/

/** 256 random bits, with a prefix by which scanners for leaked secrets know it. */
export const newToken = () => `lg_${randomBytes(32).toString('base64url')}`

/** The token of an `Authorization: Bearer …` header, if it has the form of ours. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^bearer +/i, '')
  return token && tokenPattern.test(token) ? token : undefined
}

/** What the database knows of a token. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

export interface Visitor {
  readonly ip: string
  readonly user_agent: string | undefined
}

/** Opens a session; the token is shown this once. */
export async function openSession(
  database: Sql,
  userId: number,
  { ip, user_agent }: Visitor,
): Promise<{ token: string; expires_at: string }> {
  const token = newToken()
  await sql`delete from sessions where user_id = ${userId} and expires_at < now()`.execute(database)
  const { rows } = await sql<{ expires_at: string }>`
    insert into sessions (user_id, token_hash, expires_at, ip, user_agent)
    values (${userId}, ${hashOfToken(token)}, ${endOfSession(sql`now()`)},
      ${ip}, ${user_agent ?? null})
    returning expires_at`.execute(database)
  const [session] = rows
  if (!session) throw new Error('sessions: an insert answered no row')
  return { token, expires_at: session.expires_at }
}

/** When a session ends, as far as is known by now. */
export async function readEnd(database: Sql, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ expires_at: string }>`
    select expires_at from sessions where id = ${id}`.execute(database)
  return rows[0]?.expires_at
}

/** Ends the sessions of a user, all or all but one, and forgets the user's devices. Returns how many sessions. */
export async function revokeSessions(
  database: Sql,
  userId: number,
  { except = 0 }: { except?: number } = {},
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where user_id = ${userId} and id <> ${except}`.execute(database)
  await forgetDevices(database, userId)
  await accessChanged(database)
  return Number(numAffectedRows ?? 0)
}

/** Ends one session. */
export async function endSession(database: Sql, id: number): Promise<void> {
  await sql`delete from sessions where id = ${id}`.execute(database)
  await accessChanged(database)
}

/** Forgets the sessions of everybody whose time is over. */
export async function forgetSessions(database: Sql): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(database)
}

/** The sessions of a user that are still good, the one in use marked. */
export async function listSessions(database: Sql, userId: number, current: number) {
  const { rows } = await sql<Omit<SessionOfUser, 'browser' | 'system'>>`
    select id, created_at, last_used_at, expires_at, ip, user_agent, id = ${current} as is_current
    from sessions where user_id = ${userId} and expires_at > now()
    order by last_used_at desc, id desc`.execute(database)
  return rows.map((row) => ({ ...row, ...deviceOf(row.user_agent) }))
}

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

/** How often a process in use proves to itself that it hears notifications. */
const beatEvery = 1_000
const proofLasts = 5_000
const patience = 2_000

/**
 * Listens to a channel and knows whether it still hears: while it is asked, a beat goes through the
 * database once a second, and only a beat that came back lately is a proof. `heard` is called for every
 * message that is not a beat.
 */
function createPulse(
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
