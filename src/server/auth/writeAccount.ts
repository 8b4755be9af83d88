import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

interface Account {
  readonly id: number
  readonly version: number
  readonly is_new: boolean
}

export async function writeAccount(database: Sql, email: string, hash: string): Promise<Account> {
  const { rows } = await sql<Account>`
    update users set password = ${hash}, is_active = true, must_change_password = true,
      version = version + 1, updated_at = now()
    where email = ${email} and deleted_at is null
    returning id, version, false as is_new`.execute(database)
  if (rows[0]) return rows[0]
  const { rows: made } = await sql<Account>`
    insert into users (name, email, password, is_active, must_change_password)
    values ('Administrator', ${email}, ${hash}, true, true)
    returning id, version, true as is_new`.execute(database)
  if (!made[0]) throw new Error('users: an insert returned no row')
  return made[0]
}

interface Role {
  readonly id: number
  readonly name: string
}

/** The oldest full role; without one, the role of that name becomes it. */
export async function fullRole(database: Sql, name: string): Promise<Role> {
  const { rows } = await sql<Role>`
    select id, name from roles where is_full order by id limit 1`.execute(database)
  if (rows[0]) return rows[0]
  const { rows: made } = await sql<Role>`
    insert into roles (name, guard_name, is_full) values (${name}, 'api', true)
    on conflict (name, guard_name) do update set is_full = true
    returning id, name`.execute(database)
  if (!made[0]) throw new Error('roles: an insert returned no row')
  return made[0]
}
