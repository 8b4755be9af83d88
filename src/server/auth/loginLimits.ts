import type { Sql } from '../kernel/database.ts'
import { addressBlock } from '../kernel/guard.ts'
import { type Limit, forgetTries } from './loginTries.ts'

/**
 * The limits of a sign-in: by account and address together, by address alone, and by account wherever the tries come
 * from. With a device that its owner has used before only those count that were made with it: other wrong
 * tries shut them out.
 */
export function loginLimits(email: string, ip: string, device: number | undefined): Limit[] {
  const account = normalEmail(email)
  if (device !== undefined) return [{ key: `login device ${device} ${account}`, tries: 5 }]
  const address = addressBlock(ip)
  return [
    { key: `login ${address} ${account}`, tries: 5 },
    { key: `login ${address}`, tries: 30 },
    { key: accountKey(account), tries: 10, grows: true },
  ]
}

/** Forgets the wrong tries for an account, wherever they came from. */
export const forgetAttack = (database: Sql, email: string): Promise<void> =>
  forgetTries(database, { key: accountKey(normalEmail(email)) })

const accountKey = (account: string) => `login account ${account}`

const normalEmail = (email: string) => email.normalize('NFKC').trim().toLowerCase()
