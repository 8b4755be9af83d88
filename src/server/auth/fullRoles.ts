import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/** Gives full roles every permission that they lack. Returns how many roles lacked one. */
export async function completeFullRoles(database: Sql): Promise<number> {
  const { rows } = await sql`
    with added as (
      insert into roles_permissions (record_id, target_id)
      select r.id, p.id from roles r cross join permissions p
      where r.is_full and p.guard_name = 'api'
      on conflict do nothing
      returning record_id
    )
    update roles set version = version + 1, updated_at = now()
    where id in (select record_id from added)
    returning id`.execute(database)
  return rows.length
}
