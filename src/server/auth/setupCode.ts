import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/** Hours that a printed code is good for. */
const lifetime = 24

/**
 * Makes a code that lets its reader become the first administrator, whichever process it is told. Those that
 * other processes have printed stay good: nobody knows which of them the operator reads.
 */
export async function newSetupCode(database: Sql): Promise<string> {
  const code = randomBytes(16).toString('hex')
  await sql`delete from setup_codes where expires_at < now()`.execute(database)
  await sql`
    insert into setup_codes (hash, expires_at)
    values (${hashOf(code)}, now() + make_interval(hours => ${lifetime}))`.execute(database)
  return code
}

export async function isSetupCode(database: Sql, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from setup_codes where hash = ${hashOf(code)} and expires_at > now()`.execute(database)
  return rows.length > 0
}

/** One use ends them all. */
export async function forgetSetupCodes(database: Sql): Promise<void> {
  await sql`delete from setup_codes`.execute(database)
}

const hashOf = (code: string) => createHash('sha256').update(code.trim().toLowerCase()).digest()
