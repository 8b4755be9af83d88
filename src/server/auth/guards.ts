import { sql } from 'kysely'

import type { User } from '#schema'

import type { Sql } from '../database/database.ts'
import { conflict, forbidden } from '../errors.ts'
import { permissionNames } from './permissionNames.ts'

/** Refuses to give a permission that the giver does not hold. */
export function grantable(user: User, names: readonly string[]): void {
  const missing = names.find((name) => !user.permissions.has(name))
  if (missing) throw forbidden(`You cannot give the permission "${missing}": you do not hold it.`)
}

/** Refuses to give a role with a permission that the giver does not hold. */
export async function grantableRoles(
  database: Sql,
  user: User,
  roleIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.name from roles_permissions rp join permissions p on p.id = rp.target_id
    where rp.record_id = any(${[...roleIds]}::bigint[])`.execute(database)
  grantable(
    user,
    rows.map(({ name }) => name),
  )
}

/**
 * Refuses to change or take over the account of somebody who may do more: whoever sets a password,
 * an address or the active mark of an account could act as its owner.
 */
export async function checkRank(database: Sql, user: User, targetId: number): Promise<void> {
  if (targetId === user.id) return
  const { rows } = await sql<{ permissions: string[] }>`
    select ${permissionNames('users.id')} as permissions from users where id = ${targetId}
  `.execute(database)
  const isAbove = rows[0]?.permissions.some((name) => !user.permissions.has(name))
  if (isAbove) throw forbidden('This user holds permissions that you do not hold.')
}

/** What an active user must hold for the console to stay manageable. */
const managing = ['management.user.update', 'management.role.update']

/**
 * Refuses a write after which nobody active could manage users and roles. Call it after the write, in its
 * transaction; before a delete name the user who goes. Two such writes wait for each other.
 */
export async function keepOneAdministrator(
  database: Sql,
  { without = 0 }: { without?: number } = {},
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('leadgate administrators'))`.execute(database)
  // A statement of its own: it must see what the write that held the lock has committed.
  const { rows } = await sql`
    select from users
    where is_active and deleted_at is null and id <> ${without}
      and ${managing}::text[] <@ ${permissionNames('users.id')}
    limit 1`.execute(database)
  if (rows.length === 0) throw conflict('One active administrator must remain.')
}
