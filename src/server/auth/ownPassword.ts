import { sql } from 'kysely'

import type { Database, Sql } from '../kernel/database.ts'
import { unauthenticated } from '../kernel/errors.ts'
import { countTry } from './loginLimits.ts'
import { verifyPassword } from '../kernel/passwords/passwords.ts'

/**
 * Returns the stored hash when the password is the user's own, otherwise undefined. Throws 429 with the message
 * under `field` after five wrong tries in a quarter of an hour, whichever form they were made in.
 */
export async function checkOwnPassword(
  database: Pick<Database, 'sql'>,
  userId: number,
  password: string,
  field: string,
): Promise<string | undefined> {
  const limits = [{ key: `password ${userId}`, tries: 5 }]
  const counted = await countTry(database, limits, field)
  const stored = await storedPassword(database.sql, userId)
  if (!(await verifyPassword(stored, password))) return undefined
  await counted.takeBack(database.sql)
  return stored
}

async function storedPassword(database: Sql, userId: number): Promise<string> {
  const { rows } = await sql<{ password: string }>`
    select password from users where id = ${userId} and deleted_at is null`.execute(database)
  const [account] = rows
  if (!account) throw unauthenticated()
  return account.password
}
