import { randomBytes, createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import type { SessionOfUser, Device } from '#contract'

import { withoutPort } from '../kernel/guard.ts'
import type { Sql } from '../kernel/database.ts'
import { msg } from '../../texts/serverMsg.ts'
import { notify } from '../notifications/notify.ts'
import { noticeTexts } from '../notifications/noticeTexts.ts'

export interface Visitor {
  readonly ip: string
  readonly user_agent: string | undefined
}

const daysKept = 180

/** Devices a user has at most; beyond it the one unused for longest goes. */
const maxDevices = 20

/** Notes that a user has signed in with a device. Returns its token, a new one where none is given. */
export async function rememberDevice(
  database: Sql,
  userId: number,
  { device = newDeviceToken() }: Device,
  userAgent: string | undefined,
): Promise<string> {
  await sql`
    insert into known_devices (user_id, token_hash, user_agent)
    values (${userId}, ${deviceHash(device)}, ${userAgent ?? null})
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
    where u.email = ${email} and u.deleted_at is null and d.token_hash = ${deviceHash(device)}
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

const newDeviceToken = () => `lgd_${randomBytes(32).toString('base64url')}`

const deviceHash = (token: string) => createHash('sha256').update(token).digest()

/** A user agent without its numbers: a browser that was updated is no new device. */
const kindOf = (column: string) => sql`regexp_replace(${sql.ref(column)}, '[0-9._]+', '', 'g')`

/**
 * Tells a user of a sign-in with a browser they did not use within half a year. Called before the sign-in is
 * written down. The first of all is no news.
 */
export async function tellNewDevice(
  database: Sql,
  userId: number,
  { ip, user_agent = '' }: Visitor,
): Promise<void> {
  const kind = user_agent.replaceAll(/[0-9._]+/g, '')
  const { rows } = await sql`
    select from users
    where id = ${userId} and last_login_at is not null and not exists (
      select from sessions where user_id = ${userId} and ${kindOf('user_agent')} = ${kind}
    ) and not exists (
      select from audit_log
      where user_id = ${userId} and action = 'login' and at > now() - interval '180 days'
        and ${kindOf('user_agent')} = ${kind}
    )`.execute(database)
  if (rows.length === 0) return
  const values = { ...deviceOf(user_agent), ip }
  await notify(database, { event: 'new_device', ...noticeTexts.new_device, values, to: [userId] })
}

/** Order matters: most browsers also name the ones they descend from. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: typeof browsers, text: string) => list.find(([sign]) => sign.test(text))?.[1]

/** Reads a user agent: names, or messages. What is no browser is called by the first word it says of itself. */
export function deviceOf(
  userAgent: string | null | undefined,
): Pick<SessionOfUser, 'browser' | 'system'> {
  const text = userAgent ?? ''
  const [program] = text.split('/')
  return {
    browser: nameIn(browsers, text) ?? (program?.trim().slice(0, 40) || msg('an_unknown_program')),
    system: nameIn(systems, text) ?? msg('an_unknown_system'),
  }
}

export function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  return { ip: withoutPort(ip), user_agent: headers['user-agent']?.slice(0, 300) }
}
