import { sql } from 'kysely'

import type { Backend, Business } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { revokeSessions } from './sessions.ts'
import { verifyPassword } from '../kernel/secrets/passwords.ts'
import { msg } from '../../texts/serverMsg.ts'

export const demoPasswordRefusal = msg('this_account_still_has_the_password_of')

/** Whether a password is one that the login page shows to everybody in a demo. */
export const isDemoPassword = ({ demoAccounts }: Business, password: string): boolean =>
  demoAccounts.some((account) => account.password === password)

/**
 * Where the demo is over, ends the sessions of the accounts that still have its password and says in the log how many
 * there are: they cannot sign in until the password is another one.
 */
export async function closeDemoAccounts({
  config,
  business,
  database,
  log,
}: Backend): Promise<void> {
  if (config.demo || business.demoAccounts.length === 0) return
  const emails = business.demoAccounts.map(({ email }) => email)
  const { rows } = await sql<{ id: number; email: string; password: string }>`
    select id, email, password from users
    where email = any(${emails}::text[]) and is_active and deleted_at is null`.execute(database.sql)
  const open = await Promise.all(
    rows.map(async ({ id, email, password }) => {
      const demo = business.demoAccounts.find((one) => one.email === email)
      return (await verifyPassword(password, demo?.password ?? '')) ? id : undefined
    }),
  )
  const ids = open.filter((id) => id !== undefined)
  if (ids.length === 0) return
  await database.sql.transaction().execute(async (transaction: Sql) => {
    for (const id of ids) await revokeSessions(transaction, id)
  })
  log.warn(
    `${ids.length} accounts still have the password of the demo and cannot sign in. ` +
      'Delete them, or give each a new password: npm run access:repair -- E-MAIL',
  )
}
