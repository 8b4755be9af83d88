import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { zoneNamed, renderMessage } from '#schema'

import type { Backend, Business } from '../kernel/backend.ts'
import { checkNewPassword, hashPassword } from '../kernel/secrets/passwords.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Sql } from '../kernel/database.ts'

/**
 * Sees to it that somebody can sign in: the administrator of the settings, wherever no account has had that address yet,
 * or else, in an empty database, the person who has the one-time code that is printed here.
 */
export async function firstAdministrator(backend: Backend): Promise<void> {
  const { config, database } = backend
  if (config.admin) return administratorOfSettings(backend, config.admin)
  if (config.role === 'worker' || !(await hasNoUsers(database.sql))) return
  const code = await newSetupCode(database.sql)
  process.stdout.write(`\nNo users yet. One-time set-up code: ${code}\n`)
}

/** Refuses an administrator of the settings who would not be made, before a start has written anything that binds the next one. */
export async function checkAdministrator({ config, database }: Backend): Promise<void> {
  if (!config.admin || (await isKnownAddress(database.sql, config.admin.email))) return
  const problem = checkNewPassword(config.admin.password, [config.admin.email])
  if (problem) throw new Error(`ADMIN_PASSWORD: ${renderMessage(problem)}`)
}

async function administratorOfSettings(
  backend: Backend,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const isKnown = (database: Sql) => isKnownAddress(database, email)
  if (await isKnown(backend.database.sql)) {
    backend.log.info('ADMIN_EMAIL names an account that was made before: it is left as it is.')
    return
  }
  const timezone = zoneNamed(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const person = { name: 'Administrator', email, password, timezone }
  await addAdministrator(backend, person, {}, async (database) => !(await isKnown(database)))
}

/** Whether anybody has, or ever had, that address: who was renamed or deleted does not come back by a start. */
async function isKnownAddress(database: Sql, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where email = ${email}
    union all
    select from audit_log where resource = 'users' and ${email} in (
      before ->> 'email', after ->> 'email', detail ->> 'email'
    )
    limit 1`.execute(database)
  return rows.length > 0
}

interface Administrator {
  readonly name: string
  readonly email: string
  readonly password: string
  /** In which people whom they add begin too. */
  readonly timezone?: string | undefined
}

/** Whether there was never an account here. */
export async function hasNoUsers(database: Sql): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(database)
  return rows.length === 0
}

/** Creates the first user, with a full role. Returns false when somebody else came first: then they are wanted no more. */
export async function addAdministrator(
  { database, business }: Pick<Backend, 'database' | 'business'>,
  { password, ...person }: Administrator,
  visitor: { ip?: string; user_agent?: string },
  isWanted: (database: Sql) => Promise<boolean> = hasNoUsers,
): Promise<boolean> {
  const stored = { ...person, password: await hashPassword(password) }
  return database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadgate access'))`.execute(transaction)
    const isAdded = await isWanted(transaction)
    if (isAdded) await insertAdministrator(transaction, stored, business, visitor)
    return isAdded
  })
}

async function insertAdministrator(
  database: Sql,
  { name, email, password, timezone = 'UTC' }: Administrator,
  { firstAdministrator: own = {} }: Pick<Business, 'firstAdministrator'>,
  visitor: { ip?: string; user_agent?: string },
): Promise<void> {
  const { rows } = await sql<{ id: number; roles: number }>`
    with person as (
      insert into users (name, email, password, timezone, is_active, must_change_password)
      values (${name}, ${email}, ${password}, ${timezone}, true, false) returning id
    ), granted as (
      insert into users_roles (record_id, target_id)
      select person.id, roles.id from person, roles
      where roles.is_full returning target_id
    )
    select id, (select count(*) from granted) as roles from person`.execute(database)
  const [user] = rows
  if (!user?.roles) {
    throw new Error(
      `No role holds every permission. Make an administrator: npm run access:repair -- ${email}`,
    )
  }
  const sets = Object.entries(own).map(([field, value]) => sql`${sql.ref(field)} = ${value}`)
  if (sets.length > 0) {
    await sql`update users set ${sql.join(sets)} where id = ${user.id}`.execute(database)
  }
  await forgetSetupCodes(database)
  await recordAudit(database, {
    ...visitor,
    action: 'setup',
    resource: 'users',
    record_id: user.id,
    user_id: user.id,
    detail: { email },
  })
}

/** Hours that a printed code is good for. */
const lifetime = 24

/**
 * Makes a code that lets its reader become the first administrator, whichever process it is told. Those that
 * other processes have printed stay good: it is not known which of them the operator reads.
 */
export async function newSetupCode(database: Sql): Promise<string> {
  const code = randomBytes(16).toString('hex')
  await sql`delete from setup_codes where expires_at < now()`.execute(database)
  await sql`
    insert into setup_codes (hash, expires_at)
    values (${hashOfCode(code)}, now() + make_interval(hours => ${lifetime}))`.execute(database)
  return code
}

export async function isSetupCode(database: Sql, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from setup_codes where hash = ${hashOfCode(code)} and expires_at > now()`.execute(
    database,
  )
  return rows.length > 0
}

/** One use ends them all. */
async function forgetSetupCodes(database: Sql): Promise<void> {
  await sql`delete from setup_codes`.execute(database)
}

const hashOfCode = (code: string) => createHash('sha256').update(code.trim().toLowerCase()).digest()
