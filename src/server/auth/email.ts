import { sql } from 'kysely'

import type { EmailChange, Profile } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import type { Database, Sql } from '../kernel/database.ts'
import { conflict, invalid } from '../kernel/errors.ts'
import type { Session } from '../kernel/guard.ts'
import { tellAccountChanged } from '../notifications/account.ts'
import { checkOwnPassword } from './ownPassword.ts'
import { readProfile } from './profile.ts'
import { revokeSessions, type Visitor } from './sessions.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Changes the user's own e-mail address, with which they sign in, and ends their other sessions (product.md 11.9). */
export async function changeEmail(
  database: Database,
  { id: sessionId, user }: Pick<Session, 'id' | 'user'>,
  { email, current_password }: EmailChange,
  visitor: Visitor,
): Promise<Profile> {
  const stored = await checkOwnPassword(database, user.id, current_password, 'current_password')
  if (!stored) throw invalid({ current_password: [msg('this_is_not_your_current_password')] })
  return database.sql.transaction().execute(async (transaction: Sql) => {
    const { rows } = await sql<{ version: number; before: string }>`
      with known as (select id, email from users where id = ${user.id} for update)
      update users set email = ${email}, version = version + 1, updated_at = now()
      from known
      where users.id = known.id and users.password = ${stored} and not exists (
        select from users other
        where other.email = ${email} and other.id <> ${user.id} and other.deleted_at is null
      )
      returning users.version, known.email as before`.execute(transaction)
    const [changed] = rows
    if (!changed) throw await refusal(transaction, user.id, stored)
    await revokeSessions(transaction, user.id, { except: sessionId })
    await tellAccountChanged(transaction, user.id, 'email_changed')
    await recordAudit(transaction, {
      ...visitor,
      user_id: user.id,
      action: 'update',
      resource: 'users',
      record_id: user.id,
      version: changed.version,
      before: { email: changed.before },
      after: { email },
    })
    return readProfile(transaction, user.id)
  })
}

async function refusal(database: Sql, userId: number, password: string) {
  const { rows } = await sql`
    select from users where id = ${userId} and password = ${password}`.execute(database)
  return rows.length > 0
    ? invalid({ email: [msg('this_value_is_already_taken')] })
    : conflict(msg('the_password_was_changed_meanwhile_sign_in'))
}
