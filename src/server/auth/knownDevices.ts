import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Device } from '#contract'

import type { Sql } from '../kernel/database.ts'

const daysKept = 180
/** Devices a user has at most; beyond it the one unused for longest goes. */
const maxDevices = 20

/** Notes that a user has signed in with a device. Returns its token, a new one where none is given. */
export async function rememberDevice(
  database: Sql,
  userId: number,
  { device = newToken() }: Device,
  userAgent: string | undefined,
): Promise<string> {
  await sql`
    insert into known_devices (user_id, token_hash, user_agent)
    values (${userId}, ${hashOf(device)}, ${userAgent ?? null})
    on conflict (user_id, token_hash) do update set last_used_at = now()`.execute(database)
  await sql`
    delete from known_devices where user_id = ${userId} and id not in (
      select id from known_devices where user_id = ${userId}
      order by last_used_at desc, id desc limit ${maxDevices}
    )`.execute(database)
  return device
}

/** The id of the device of that token with which the owner of the e-mail address has signed in before. */
export async function findDevice(
  database: Sql,
  email: string,
  device: string | undefined,
): Promise<number | undefined> {
  if (device === undefined) return undefined
  const { rows } = await sql<{ id: number }>`
    select d.id from known_devices d join users u on u.id = d.user_id
    where u.email = ${email} and u.deleted_at is null and d.token_hash = ${hashOf(device)}
  `.execute(database)
  return rows[0]?.id
}

/** Forgets with which devices a user has signed in. */
export async function forgetDevices(database: Sql, userId: number): Promise<void> {
  await sql`delete from known_devices where user_id = ${userId}`.execute(database)
}

/** Forgets the devices of everybody that were not used for half a year. */
export async function forgetOldDevices(database: Sql): Promise<void> {
  await sql`
    delete from known_devices where last_used_at < now() - make_interval(days => ${daysKept})
  `.execute(database)
}

const newToken = () => `lgd_${randomBytes(32).toString('base64url')}`
const hashOf = (token: string) => createHash('sha256').update(token).digest()
