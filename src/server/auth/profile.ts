import { sql } from 'kysely'

import type { Profile, ProfileChange } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import type { Sql } from '../kernel/database.ts'
import { invalid, unauthenticated } from '../kernel/errors.ts'
import { readUnread } from '../notifications/unread.ts'
import { accessChanged } from './accessChanged.ts'
import { permissionNames, roleIds } from '../database/permissionNames.ts'
import { checkPersonName } from './personNames.ts'
import type { Visitor } from './sessions.ts'

interface Stored {
  id: number
  version: number
  name: string
  email: string
  is_sender: boolean
  must_change_password: boolean
  locale: string
  timezone: string
  per_page: number
  permissions: string[]
  roles: number[]
}

export async function readProfile(database: Sql, userId: number): Promise<Profile> {
  const user = await readStored(database, userId)
  const { locale, timezone, per_page } = user
  const hasBell = user.permissions.includes('user.profile.notification.view')
  const bell = hasBell ? await readUnread(database, userId) : silent
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    is_sender: user.is_sender ? 1 : 0,
    must_change_password: user.must_change_password,
    permissions: user.permissions,
    roles: user.roles,
    ...bell,
    settings: { locale, timezone, per_page },
  }
}

/** Everybody reads the console in their own language; the rest of a profile needs a permission. */
export const isLanguageOnly = ({ name, settings = {} }: ProfileChange): boolean =>
  name === undefined && Object.keys(settings).every((key) => key === 'locale')

const silent = { notifications: [], total_notifications: 0 }

/** Changes the user's own name and settings, in the running transaction. */
export async function changeProfile(
  database: Sql,
  userId: number,
  { name, settings }: ProfileChange,
  visitor: Visitor,
): Promise<Profile> {
  await sql`select 1 from users where id = ${userId} for update`.execute(database)
  const before = await readStored(database, userId)
  const wanted = Object.entries({ name, ...settings }).filter(
    ([key, value]) => value !== undefined && value !== before[key as keyof Stored],
  )
  if (name !== undefined && name !== before.name) {
    const problem = await checkPersonName(database, name, userId)
    if (problem) throw invalid({ name: [problem] })
  }
  if (wanted.length > 0) await writeChanges(database, before, Object.fromEntries(wanted), visitor)
  return readProfile(database, userId)
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

async function readStored(database: Sql, userId: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id, version, name, email, is_sender, must_change_password, locale, timezone, per_page,
      ${permissionNames('users.id')} as permissions, ${roleIds('users.id')} as roles
    from users where id = ${userId} and deleted_at is null`.execute(database)
  const [user] = rows
  if (!user) throw unauthenticated()
  return user
}
