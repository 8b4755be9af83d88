import { sql } from 'kysely'

import type { Profile, ProfileChange, EmailChange } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { invalid, unauthenticated, conflict } from '../kernel/errors.ts'
import { readUnread } from '../notifications/unread.ts'
import { accessChanged } from './access.ts'
import { userColumns, type UserRow } from '../database/userColumns.ts'
import type { Visitor } from './devices.ts'
import type { Session } from '../kernel/guard.ts'
import { checkOwnPassword, credentialChanged } from './password.ts'
import { msg } from '../../texts/serverMsg.ts'
import { checkPersonName } from './personNames.ts'

interface Stored extends Required<UserRow> {
  readonly version: number
  readonly must_change_password: boolean
  readonly locale: string
  readonly per_page: number
}

export async function readProfile(
  backend: Pick<Backend, 'resource'>,
  database: Sql,
  userId: number,
): Promise<Profile> {
  const user = await readStored(backend, database, userId)
  const { locale, timezone, per_page } = user
  const hasBell = user.permissions.includes('user.profile.notification.view')
  const bell = hasBell ? await readUnread(database, userId) : silent
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    ...user.session,
    must_change_password: user.must_change_password,
    permissions: user.permissions,
    roles: [...user.roles],
    ...bell,
    settings: { locale, timezone, per_page },
  }
}

const silent = { notifications: [], total_notifications: 0 }

/** Changes the user's own name and settings, in the running transaction. */
export async function changeProfile(
  backend: Pick<Backend, 'resource'>,
  database: Sql,
  userId: number,
  changes: ProfileChange,
  visitor: Visitor,
): Promise<Profile> {
  await sql`select 1 from users where id = ${userId} for update`.execute(database)
  const before = await readStored(backend, database, userId)
  const { name } = changes
  const wanted = Object.entries(changes).filter(
    ([key, value]) => value !== undefined && value !== before[key as keyof Stored],
  )
  if (name !== undefined && name !== before.name) {
    const problem = await checkPersonName(database, name, userId)
    if (problem) throw invalid({ name: [problem] })
  }
  if (wanted.length > 0) await writeChanges(database, before, Object.fromEntries(wanted), visitor)
  return readProfile(backend, database, userId)
}

async function writeChanges(
  database: Sql,
  before: Stored,
  changes: Readonly<Record<string, unknown>>,
  visitor: Visitor,
): Promise<void> {
  const sets = Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`
    update users set ${sql.join(sets)}, version = version + 1, updated_at = now()
    where id = ${before.id}`.execute(database)
  await recordAudit(database, {
    ...visitor,
    user_id: before.id,
    action: 'update',
    resource: 'users',
    record_id: before.id,
    version: before.version + 1,
    before: Object.fromEntries(
      Object.keys(changes).map((name) => [name, before[name as keyof Stored]]),
    ),
    after: changes,
  })
  await accessChanged(database)
}

async function readStored(
  backend: Pick<Backend, 'resource'>,
  database: Sql,
  userId: number,
): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select ${userColumns(backend)}, u.version, u.must_change_password, u.locale, u.per_page
    from users u where u.id = ${userId} and u.deleted_at is null`.execute(database)
  const [user] = rows
  if (!user) throw unauthenticated()
  return user
}

/** Changes the user's own e-mail address, with which they sign in, and ends their other sessions. */
export async function changeEmail(
  backend: Backend,
  session: Pick<Session, 'id' | 'user'>,
  { email, current_password }: EmailChange,
  visitor: Visitor,
): Promise<Profile> {
  const { database } = backend
  const { user } = session
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
    await credentialChanged(transaction, session, 'email_changed', {
      ...visitor,
      action: 'update',
      version: changed.version,
      before: { email: changed.before },
      after: { email },
    })
    return readProfile(backend, transaction, user.id)
  })
}

async function refusal(database: Sql, userId: number, password: string) {
  const { rows } = await sql`
    select from users where id = ${userId} and password = ${password}`.execute(database)
  return rows.length > 0
    ? invalid({ email: [msg('this_value_is_already_taken')] })
    : conflict(msg('the_password_was_changed_meanwhile_sign_in'))
}
