import { sql } from 'kysely'

import type { PasswordChange } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import type { Database, Sql } from '../kernel/database.ts'
import type { Session } from '../kernel/guard.ts'
import { conflict, invalid } from '../kernel/errors.ts'
import { tellAccountChanged } from '../notifications/account.ts'
import { checkOwnPassword } from './ownPassword.ts'
import { checkNewPassword, hashPassword } from '../kernel/passwords/passwords.ts'
import { revokeSessions, type Visitor } from './sessions.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Changes the user's own password and ends their other sessions (product.md 11.9). */
export async function changePassword(
  database: Database,
  { id: sessionId, user }: Pick<Session, 'id' | 'user'>,
  { current_password, new_password }: PasswordChange,
  visitor: Visitor,
): Promise<void> {
  const stored = await checkOwnPassword(database, user.id, current_password, 'current_password')
  if (!stored) throw invalid({ current_password: [msg('this_is_not_your_current_password')] })
  const isSame = new_password === current_password
  const problem = isSame
    ? msg('choose_a_password_that_you_do_not')
    : checkNewPassword(new_password, [user.name, user.email])
  if (problem) throw invalid({ new_password: [problem] })
  const hash = await hashPassword(new_password)
  await database.sql.transaction().execute(async (transaction: Sql) => {
    const { rows } = await sql<{ version: number }>`
      update users set password = ${hash}, must_change_password = false,
        version = version + 1, updated_at = now()
      where id = ${user.id} and password = ${stored}
      returning version`.execute(transaction)
    const [changed] = rows
    if (!changed) throw conflict(msg('the_password_was_changed_meanwhile_sign_in'))
    await revokeSessions(transaction, user.id, { except: sessionId })
    await tellAccountChanged(transaction, user.id, 'password_changed')
    await recordAudit(transaction, {
      ...visitor,
      user_id: user.id,
      action: 'password_change',
      resource: 'users',
      record_id: user.id,
      version: changed.version,
    })
  })
}
