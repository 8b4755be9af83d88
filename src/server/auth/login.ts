import { sql } from 'kysely'

import type { Login, SignIn } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { invalid } from '../kernel/errors.ts'
import { tellAttack } from '../notifications/notify.ts'
import { tellNewDevice, findDevice, type Visitor } from './devices.ts'
import { openSession } from './sessions.ts'
import { loginLimits } from './loginLimits.ts'
import { countTry, forgetTries, isAttack, reachedLimits, type Counted } from './loginTries.ts'
import { hashPassword, isOutdated, verifyPassword } from '../kernel/secrets/passwords.ts'
import { readProfile } from './profile.ts'
import { msg } from '../../texts/serverMsg.ts'
import { demoPasswordRefusal, isDemoPassword } from './demoAccounts.ts'

interface Account {
  id: number
  password: string
  is_active: boolean
}

/** Signs in. Says the same, after the same time, whether the account is unknown or the password wrong. */
export async function signIn(
  backend: Pick<Backend, 'database' | 'config' | 'business' | 'resource'>,
  login: Login,
  visitor: Visitor,
): Promise<SignIn> {
  const { email, password, device } = login
  const { database, config, business } = backend
  const limits = loginLimits(email, visitor.ip, await findDevice(database.sql, email, device))
  const counted = await countTry(database, limits, 'email')
  const account = await findAccount(database.sql, email)
  const isRight = await verifyPassword(account?.password, password)
  if (!account || !isRight) {
    await recordFailure(database.sql, { email, account, visitor, counted })
    throw invalid({ email: [msg('these_credentials_do_not_match_our_records')] })
  }
  const isOpen = config.demo || !isDemoPassword(business, password)
  if (!account.is_active || !isOpen) {
    await counted.takeBack(database.sql)
    await recordAudit(database.sql, { ...visitor, action: 'login_refused', user_id: account.id })
    throw invalid({ email: [isOpen ? msg('this_account_is_not_active') : demoPasswordRefusal] })
  }
  const renewed = isOutdated(account.password) ? await hashPassword(password) : undefined
  const done = await database.sql.transaction().execute(async (transaction: Sql) => {
    await counted.takeBack(transaction)
    if (!(await isAsBefore(transaction, account, email))) return undefined
    if (limits[0]) await forgetTries(transaction, limits[0])
    return completeSignIn(backend, transaction, account, visitor, renewed)
  })
  return done ?? signIn(backend, login, visitor)
}

/**
 * Holds an account, and tells whether it still is what was compared: a change meanwhile has ended its sessions, and none may
 * begin after that by what was right before.
 */
async function isAsBefore(
  database: Sql,
  { id, password }: Account,
  email: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from users
    where id = ${id} and email = ${email} and password = ${password} and is_active
      and deleted_at is null
    for no key update`.execute(database)
  return rows.length > 0
}

interface Failure {
  readonly email: string
  readonly account: Account | undefined
  readonly visitor: Visitor
  readonly counted: Counted
}

/** Of a try that reaches a limit the log tells too; of an attack on an account its owner and the auditors hear once. */
async function recordFailure(
  database: Sql,
  { email, account, visitor, counted }: Failure,
): Promise<void> {
  const limited = reachedLimits(counted).length > 0
  const tried = { ...visitor, user_id: account?.id ?? null, detail: { email } }
  await recordAudit(
    database,
    { ...tried, action: 'login_failed' },
    ...(limited ? [{ ...tried, action: 'login_limited' }] : []),
  )
  if (account && isAttack(counted)) await tellAttack(database, account.id)
}

async function findAccount(database: Sql, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, password, is_active from users where email = ${email} and deleted_at is null
  `.execute(database)
  return rows[0]
}

/** @param renewed The hash that replaces one made with the parameters of an earlier release. */
async function completeSignIn(
  backend: Pick<Backend, 'resource'>,
  database: Sql,
  { id, password }: Account,
  visitor: Visitor,
  renewed: string | undefined,
): Promise<SignIn> {
  await tellNewDevice(database, id, visitor)
  await sql`
    update users set last_login_at = now(), last_active_at = now(),
      password = case when password = ${password} then ${renewed ?? password} else password end
    where id = ${id}`.execute(database)
  const { token, expires_at } = await openSession(database, id, visitor)
  await recordAudit(database, { ...visitor, action: 'login', user_id: id })
  const profile = await readProfile(backend, database, id)
  return { ...profile, access_token: token, token_type: 'Bearer', expires_at }
}
