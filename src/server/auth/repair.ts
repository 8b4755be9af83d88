import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { completeFullRoles } from './access.ts'
import { forgetAttack } from './loginLimits.ts'
import { hashPassword } from '../kernel/secrets/passwords.ts'
import { revokeSessions } from './sessions.ts'
import { fullRole, writeAccount } from './writeAccount.ts'

export interface Repaired {
  /** Good once: the next sign-in asks for another one. */
  readonly password: string
  readonly isNew: boolean
  readonly role: string
}

/**
 * Gives an installation its administrator back, for the operator on the machine: a full role with every permission, and
 * an active account of that address that holds it, with a new password. The account's sessions end.
 */
export async function repairAccess(
  { database, business }: Pick<Backend, 'database' | 'business'>,
  email: string,
): Promise<Repaired> {
  const password = randomBytes(15).toString('base64url')
  const hash = await hashPassword(password)
  return database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadgate access'))`.execute(transaction)
    const seed = business.roles.find(({ permissions }) => permissions.includes('*'))
    const role = await fullRole(transaction, seed?.name ?? 'Administrator')
    await completeFullRoles(transaction)
    const user = await writeAccount(transaction, email, hash)
    await sql`
      insert into users_roles (record_id, target_id) values (${user.id}, ${role.id})
      on conflict do nothing`.execute(transaction)
    await forgetAttack(transaction, email)
    // Carries the word to every process, too.
    await revokeSessions(transaction, user.id)
    await recordAudit(transaction, {
      action: 'access_repaired',
      resource: 'users',
      record_id: user.id,
      version: user.version,
      detail: { email, role: role.name, is_new: user.is_new },
    })
    return { password, isNew: user.is_new, role: role.name }
  })
}
