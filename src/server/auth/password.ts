import { sql } from 'kysely'
import { z } from 'zod'

import { recordAudit } from '../audit/audit.ts'
import type { Database, Sql } from '../database/database.ts'
import type { Session } from '../http.ts'
import { conflict, invalid, unauthenticated } from '../errors.ts'
import { someText } from './body.ts'
import { countTry } from './loginLimits.ts'
import { checkNewPassword, hashPassword, verifyPassword } from './passwords.ts'
import { revokeSessions, type Visitor } from './sessions.ts'

export const passwordBody = z.strictObject({
  current_password: someText(1000),
  new_password: someText(1000),
})

/** Changes the user's own password and ends their other sessions (product.md 11.9). */
export async function changePassword(
  database: Database,
  { id: sessionId, user }: Session,
  { current_password, new_password }: z.output<typeof passwordBody>,
  visitor: Visitor,
): Promise<void> {
  const limits = [{ key: `password ${user.id}`, tries: 5 }]
  const counted = await countTry(database, limits, 'current_password')
  const stored = await storedPassword(database.sql, user.id)
  if (!(await verifyPassword(stored, current_password))) {
    throw invalid({ current_password: ['This is not your current password'] })
  }
  await counted.takeBack(database.sql)
  const isSame = new_password === current_password
  const problem = isSame
    ? 'Choose a password that you do not use now'
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
    if (!changed) throw conflict('The password was changed meanwhile. Sign in again.')
    await revokeSessions(transaction, user.id, { except: sessionId })
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

async function storedPassword(database: Sql, userId: number): Promise<string> {
  const { rows } = await sql<{ password: string }>`
    select password from users where id = ${userId} and deleted_at is null`.execute(database)
  const [account] = rows
  if (!account) throw unauthenticated()
  return account.password
}
