import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import type { Database, Sql } from '../kernel/database.ts'
import { invalid } from '../kernel/errors.ts'
import type { Session } from '../kernel/guard.ts'
import { accessChanged } from './accessChanged.ts'
import { checkOwnPassword } from './ownPassword.ts'
import type { Visitor } from './sessions.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Notes that the session's user has entered the password again; for a while sensitive acts do not ask for it. */
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
