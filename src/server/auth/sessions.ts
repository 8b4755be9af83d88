import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { SessionOfUser } from '#contract'

import type { Sql } from '../kernel/database.ts'
import { accessChanged } from './access.ts'
import { endOfSession, hashOfToken } from './authenticate.ts'
import { type Visitor, forgetDevices, deviceOf } from './devices.ts'

/** 256 random bits, with a prefix by which scanners for leaked secrets know it. */
export const newToken = () => `lg_${randomBytes(32).toString('base64url')}`

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

/** The sessions of a user that are still good, the one in use marked and before the others. */
export async function listSessions(database: Sql, userId: number, current: number) {
  const { rows } = await sql<Omit<SessionOfUser, 'browser' | 'system'>>`
    select id, created_at, last_used_at, expires_at, ip, user_agent, id = ${current} as is_current
    from sessions where user_id = ${userId} and expires_at > now()
    order by is_current desc, last_used_at desc, id desc`.execute(database)
  return rows.map((row) => ({ ...row, ...deviceOf(row.user_agent) }))
}
