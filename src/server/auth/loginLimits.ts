import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

import { sql } from 'kysely'

import type { Database, Sql } from '../database/database.ts'
import { tooMany } from '../errors.ts'

/** So many wrong tries within the window lock the key for as long again (product.md 11.1). */
export interface Limit {
  readonly key: string
  readonly tries: number
}

const windowMinutes = 15

/** The limits of a sign-in: by account and address together, and by address alone. */
export function loginLimits(email: string, ip: string): [Limit, Limit] {
  const address = addressBlock(ip)
  return [
    { key: `login ${address} ${normalEmail(email)}`, tries: 5 },
    { key: `login ${address}`, tries: 30 },
  ]
}

/**
 * Counts a try before it is made, so that parallel tries cannot pass together. Answers how to take it
 * back. Throws 429 with the message under `field` while a key is locked; such a try is not counted.
 */
export async function countTry(
  { sql: database }: Pick<Database, 'sql'>,
  limits: readonly Limit[],
  field: string,
): Promise<{ takeBack(sql: Sql): Promise<void> }> {
  const keys = limits.map(({ key }) => digest(key)).sort()
  const ids = await database.transaction().execute(async (transaction) => {
    for (const key of keys) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(transaction)
    }
    for (const limit of limits) refuse(await secondsLocked(transaction, limit), field)
    const { rows } = await sql<{ id: number }>`
      insert into login_failures (key) select unnest(${keys}::text[]) returning id
    `.execute(transaction)
    return rows.map(({ id }) => id)
  })
  return {
    async takeBack(database) {
      await sql`delete from login_failures where id = any(${ids}::bigint[])`.execute(database)
    },
  }
}

/** Forgets the wrong tries of a key, and everybody's that no longer count. */
export async function forgetTries(database: Sql, { key }: Limit): Promise<void> {
  await sql`
    delete from login_failures where key = ${digest(key)} or at < now() - interval '1 day'
  `.execute(database)
}

/** Seconds until the key is free: its latest tries fill the window, and the last of them is still fresh. */
async function secondsLocked(database: Sql, { key, tries }: Limit): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(at) - now() + make_interval(mins => ${windowMinutes})) as seconds
    from (
      select at from login_failures where key = ${digest(key)} order by at desc limit ${tries}
    ) latest
    having count(*) >= ${tries} and max(at) - min(at) <= make_interval(mins => ${windowMinutes})
  `.execute(database)
  return rows[0]?.seconds ?? 0
}

function refuse(seconds: number, field: string): void {
  if (seconds <= 0) return
  const minutes = Math.ceil(seconds / 60)
  const message =
    minutes === 1
      ? 'Too many tries. Try again in 1 minute.'
      : `Too many tries. Try again in ${minutes} minutes.`
  throw tooMany(message, seconds, { [field]: [message] })
}

/** The table keeps no e-mail address, and no key of any length a visitor likes. */
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

const normalEmail = (email: string) => email.normalize('NFKC').trim().toLowerCase()

/** What one person can hardly leave: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressBlock(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const { hostname } = new URL(`http://[${plain}]`)
  const [start = '', end = ''] = hostname.slice(1, -1).split('::')
  const first = start.split(':').filter(Boolean)
  const last = end.split(':').filter(Boolean)
  const zeros = hostname.includes('::') ? 8 - first.length - last.length : 0
  return [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4).join(':')
}
