import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import type { Backend } from '../backend.ts'
import type { Sql } from '../database/database.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { forgetSetupCodes, newSetupCode } from './setupCode.ts'

/**
 * Sees to it that somebody can sign in to an empty database: the administrator of the settings, or else
 * whoever has the one-time code that is printed here. With DEMO=1 the demo has made its users already.
 */
export async function firstAdministrator(backend: Backend): Promise<void> {
  const { config, database } = backend
  if (!(await hasNoUsers(database.sql))) return
  if (config.admin) {
    const { email, password } = config.admin
    const problem = checkNewPassword(password, [email])
    if (problem) throw new Error(`ADMIN_PASSWORD: ${problem}`)
    await addAdministrator(backend, { name: 'Administrator', email, password }, {})
  } else if (config.role !== 'worker') {
    const code = await newSetupCode(database.sql)
    process.stdout.write(`\nNo users yet. One-time set-up code: ${code}\n`)
  }
}

/** Whether nobody has ever had an account here. */
export async function hasNoUsers(database: Sql): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(database)
  return rows.length === 0
}

/** Creates the first user, with every permission. Answers false when somebody else came first. */
export async function addAdministrator(
  { database }: Pick<Backend, 'database'>,
  person: { name: string; email: string; password: string },
  visitor: { ip?: string; user_agent?: string },
): Promise<boolean> {
  const hash = await hashPassword(person.password)
  return database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadgate access'))`.execute(transaction)
    if (!(await hasNoUsers(transaction))) return false
    const { rows } = await sql<{ id: number; roles: number }>`
      with person as (
        insert into users (name, email, password, is_sender, is_active, must_change_password)
        values (${person.name}, ${person.email}, ${hash}, false, true, false) returning id
      ), granted as (
        insert into users_roles (record_id, target_id)
        select person.id, roles.id from person, roles
        where roles.is_full returning target_id
      )
      select id, (select count(*) from granted) as roles from person`.execute(transaction)
    const [user] = rows
    if (!user?.roles) throw new Error('no role that holds every permission exists')
    await forgetSetupCodes(transaction)
    await recordAudit(transaction, {
      ...visitor,
      action: 'setup',
      resource: 'users',
      record_id: user.id,
      user_id: user.id,
    })
    return true
  })
}
