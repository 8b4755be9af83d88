import { sql } from 'kysely'

import type { PasswordChange } from '#contract'

import { recordAudit, type AuditEntry } from '../audit/audit.ts'
import type { Database, Sql } from '../kernel/database.ts'
import type { Session } from '../kernel/guard.ts'
import { conflict, invalid, unauthenticated } from '../kernel/errors.ts'
import { tellAccountChanged } from '../notifications/notify.ts'
import { checkNewPassword, hashPassword, verifyPassword } from '../kernel/secrets/passwords.ts'
import { revokeSessions } from './sessions.ts'
import type { Visitor } from './devices.ts'
import { msg } from '../../texts/serverMsg.ts'
import { accessChanged } from './access.ts'
import { countTry } from './loginTries.ts'

/** Changes the user's own password and ends their other sessions. */
export async function changePassword(
  database: Database,
  session: Pick<Session, 'id' | 'user'>,
  { current_password, new_password }: PasswordChange,
  visitor: Visitor,
): Promise<void> {
  const { user } = session
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
    await credentialChanged(transaction, session, 'password_changed', {
      ...visitor,
      action: 'password_change',
      version: changed.version,
    })
  })
}

/** What follows when users have changed what they sign in with: their other sessions end, they are told, it is audited. */
export async function credentialChanged(
  database: Sql,
  { id, user }: Pick<Session, 'id' | 'user'>,
  event: Parameters<typeof tellAccountChanged>[2],
  entry: AuditEntry,
): Promise<void> {
  await revokeSessions(database, user.id, { except: id })
  await tellAccountChanged(database, user.id, event)
  const about = { user_id: user.id, resource: 'users', record_id: user.id }
  await recordAudit(database, { ...entry, ...about })
}

/** Notes that the session's user has entered the password again; for a while sensitive actions do not ask for it. */
export async function confirmSession(
  database: Database,
  { id, user }: Pick<Session, 'id' | 'user'>,
  { password }: { password: string },
  visitor: Visitor,
): Promise<void> {
  const entry = { ...visitor, user_id: user.id }
  if (!(await checkOwnPassword(database, user.id, password, 'password'))) {
    await recordAudit(database.sql, { ...entry, action: 'confirm_failed' })
    throw invalid({ password: [msg('this_is_not_your_password')] })
  }
  await database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`update sessions set confirmed_at = now() where id = ${id}`.execute(transaction)
    await accessChanged(transaction)
    await recordAudit(transaction, { ...entry, action: 'confirm' })
  })
}

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
