import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Session } from '../kernel/guard.ts'
import { userColumns, type UserRow } from '../database/userColumns.ts'
import { createSessionCache } from './sessionCache.ts'

/** The access of routes about one's own account, which ask for no permission. */
export const signedIn = { access: 'signed-in' } as const

export interface Authenticator {
  /** The session of the request's bearer token, unless it has ended or its user may no longer sign in. */
  authenticate(request: Pick<FastifyRequest, 'headers'>): Promise<Session | undefined>
  /** Names the session of the request's token, if its token was good a while ago, without asking the database. */
  knownToken(request: Pick<FastifyRequest, 'headers'>): string | undefined
  /** Asks the database again for everyone. */
  forget(): void
  close(): Promise<void>
}

interface KnownSession {
  readonly session: Session
  readonly endsAt: number
  readonly usedAt: number
}

/** Knows who sends a request. What it remembers ends with the next `accessChanged`, anywhere. */
export function createAuthenticator(backend: Backend): Authenticator {
  const cache = createSessionCache<KnownSession>(backend)
  const lastSeen = createLastSeen(backend)
  const goodTokens = new LRUCache<string, true>({ max: 10_000, ttl: goodTokenMs })
  return {
    async authenticate({ headers }) {
      const token = tokenOf(headers.authorization)
      if (!token) return undefined
      const hash = hashOfToken(token)
      const name = hash.toString('base64')
      const find = () => findSession(backend, hash)
      const cached = await cache.get(name, find)
      // Its use may have put the end off since it was kept.
      const known = cached && cached.endsAt <= Date.now() ? await find() : cached
      if (!known || known.endsAt <= Date.now()) return undefined
      goodTokens.set(name, true)
      lastSeen.used(known.session, known.usedAt)
      return known.session
    },
    knownToken({ headers }) {
      const token = tokenOf(headers.authorization)
      const name = token && hashOfToken(token).toString('base64')
      return name && goodTokens.has(name) ? name : undefined
    },
    forget: cache.forget,
    async close() {
      await cache.close()
      await lastSeen.close()
    },
  }
}

/** How long the requests of a token are told from others of its address after one that was let in. */
const goodTokenMs = 15 * 60_000

const tokenPattern = /^lg_[\w-]{43}$/

/** The token of an `Authorization: Bearer …` header, if it has the form of ours. */
function tokenOf(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^bearer +/i, '')
  return token && tokenPattern.test(token) ? token : undefined
}

/** What the database knows of a token. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

interface SessionRow extends UserRow {
  session_id: number
  expires_at: string
  last_used_at: string
  confirmed_at: string
  asked_at: string
  must_change_password: boolean
}

/** A user's permissions are those of all their roles together. */
async function findSession(backend: Backend, hash: Buffer): Promise<KnownSession | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.expires_at, s.last_used_at, s.confirmed_at, now() as asked_at,
      u.must_change_password, ${userColumns(backend)}
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hash} and s.expires_at > now() and u.is_active and u.deleted_at is null
  `.execute(backend.database.sql)
  const [row] = rows
  return row && knownOf(row)
}

function knownOf(row: SessionRow): KnownSession {
  const { session_id, expires_at, last_used_at, confirmed_at, asked_at, ...account } = row
  const { permissions, must_change_password, ...person } = account
  const user: User = Object.freeze({ ...person, permissions: new Set(permissions) })
  // The clock of a process may be wrong: that of the database, which is the same for all, says how long ago a moment is.
  const clockOffsetMs = Date.now() - Date.parse(asked_at)
  return {
    session: Object.freeze({
      id: session_id,
      user,
      confirmedAt: clockOffsetMs + Date.parse(confirmed_at),
      mustChangePassword: must_change_password,
    }),
    endsAt: clockOffsetMs + Date.parse(expires_at),
    usedAt: clockOffsetMs + Date.parse(last_used_at),
  }
}

const minute = 60_000

/** Writes down, beside the requests and at most once a minute each, when sessions and users were last seen. A used session ends later. */
function createLastSeen({ database, log }: Pick<Backend, 'database' | 'log'>) {
  let seen = new Map<number, number>()
  let forgottenAt = Date.now()
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  /** @param usedAt When the database last heard of the session. */
  function used(session: Session, usedAt: number): void {
    const now = Date.now()
    if (now - Math.max(usedAt, seen.get(session.id) ?? 0) < minute || isClosed) return
    if (now - forgottenAt > 10 * minute) {
      seen = new Map()
      forgottenAt = now
    }
    seen.set(session.id, now)
    writing = writing.then(() => write(session))
  }

  async function write({ id, user }: Session): Promise<void> {
    try {
      await sql`
        update sessions set last_used_at = now(), expires_at = ${endOfSession(sql.ref('created_at'))}
        where id = ${id}`.execute(database.sql)
      await sql`update users set last_active_at = now() where id = ${user.id}`.execute(database.sql)
    } catch (error) {
      log.warn({ err: error }, 'The time of last use was not written.')
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    await writing
  }

  return { used, close }
}

/** Sessions end this long after they were used last, and this long after the sign-in at the latest. */
const idleHours = 24
const maxDays = 30

/** When a session ends that was used just now. */
export const endOfSession = (createdAt: RawBuilder<unknown>): RawBuilder<string> =>
  sql`least(now() + make_interval(hours => ${idleHours}),
    ${createdAt} + make_interval(days => ${maxDays}))`
