import { sql } from 'kysely'

import type { User } from '#schema'

import { permissionNames, roleIds } from '../database/permissionNames.ts'
import type { Sql } from '../kernel/database.ts'

/** A user with the permissions of this moment; undefined when there is none who may sign in. */
export async function loadUser(database: Sql, id: number): Promise<User | undefined> {
  const { rows } = await sql<Omit<User, 'permissions'> & { permissions: string[] }>`
    select u.id, u.name, u.email, u.is_sender, u.timezone,
      ${permissionNames('u.id')} as permissions, ${roleIds('u.id')} as roles
    from users u where u.id = ${id} and u.is_active and u.deleted_at is null`.execute(database)
  const row = rows[0]
  return row && { ...row, permissions: new Set(row.permissions) }
}
