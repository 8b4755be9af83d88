import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'

import { placesOf, type Backend, type OutboundAnswer } from '#server'

import { integrationLogin } from './integrationLogin.ts'

export interface Token {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** What a login brought: a token, or the answer that is none. */
export type Login = Token | { readonly answer: OutboundAnswer }

/** Seconds. Two logins fit into what a lease of a send lasts longer than a call. */
export const longestLogin = 15
/** Beyond it, after which the process that signs in counts as gone. */
const graceSeconds = 5
const pollMs = 100
const spareMs = 30_000

export const isFresh = (login: Login | undefined): login is Token =>
  login !== undefined && 'token' in login && login.until > Date.now() + spareMs

interface Asked {
  /** Where and as whom it signs in. */
  readonly account: string
  /** A token that the broker has just refused. */
  readonly refused: string | undefined
  logIn(): Promise<Login>
}

/**
 * The token of an account that all processes and integrations share, or a new one: one process signs in at a time, since a login
 * would end the session of the one before where a broker holds a single one.
 */
export async function sharedToken(asked: Asked, backend: Backend): Promise<Login> {
  const { account, refused } = asked
  const { sql: database } = backend.database
  const last = Date.now() + longestLogin * 1_000
  await sql`
    insert into integration_logins (account) values (${account})
    on conflict (account) do nothing`.execute(database)
  for (;;) {
    const held = await read(asked, backend)
    if (isFresh(held.login) && held.login.token !== refused) return held.login
    const { rows } = await sql`
      update integration_logins set leased_until = now() + ${longestLogin + graceSeconds} * interval '1 second'
      where id = ${held.id} and token is not distinct from ${held.sealed}
        and (leased_until is null or leased_until < now())
      returning id`.execute(database)
    if (rows.length > 0) return renew(held.id, asked, backend)
    if (Date.now() > last) return { answer: busy }
    await pause(pollMs)
  }
}

const busy: OutboundAnswer = {
  kind: 'fault',
  fault: 'connect_timeout',
  wasSent: false,
  ms: longestLogin * 1_000,
  message: 'another process signs in',
}

interface Held {
  readonly id: number
  readonly sealed: string | null
  readonly login: Token | undefined
}

async function read({ account }: Asked, { database, secrets }: Backend): Promise<Held> {
  const { rows } = await sql<Omit<Held, 'login'> & { until: string | null }>`
    select id, token as sealed, until from integration_logins where account = ${account}`.execute(
    database.sql,
  )
  const [row] = rows
  if (!row) throw new Error('the row of an account is gone')
  const { until, ...held } = row
  const token =
    held.sealed && secrets.decrypt(held.sealed, placesOf(integrationLogin, 'token', held.id))
  return { ...held, login: token && until ? { token, until: Date.parse(until) } : undefined }
}

async function renew(id: number, { logIn }: Asked, { database, secrets }: Backend): Promise<Login> {
  const login = await logIn()
  const [place = ''] = placesOf(integrationLogin, 'token', id)
  const got =
    'token' in login ? { sealed: secrets.encrypt(login.token, place), ...login } : undefined
  await sql`
    update integration_logins set leased_until = null, token = ${got?.sealed ?? null},
      until = ${got ? new Date(got.until).toISOString() : null}, updated_at = now()
    where id = ${id}`.execute(database.sql)
  // Those of settings that were changed.
  await sql`
    delete from integration_logins
    where coalesce(until, updated_at) < now() - interval '1 day' and id <> ${id}`.execute(
    database.sql,
  )
  return login
}
