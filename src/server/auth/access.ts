import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import type { Backend, Business } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { accessChanged } from './accessChanged.ts'
import { completeFullRoles } from './fullRoles.ts'

/**
 * Brings the stored permissions and roles up to what the business declares, and takes nothing away: missing
 * permissions are added, and given to the full roles; an empty database gets the seed roles.
 */
export async function syncAccess({ database, business }: Backend): Promise<void> {
  checkSeedRoles(business)
  await database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadgate access'))`.execute(transaction)
    const added = await addPermissions(transaction, business)
    const isFresh = await addRoles(transaction, business)
    const completed = await completeFullRoles(transaction)
    await markPlanned(transaction, business)
    if (!isFresh && added.length === 0 && completed === 0) return
    await recordAudit(transaction, { action: 'permissions_added', detail: { permissions: added } })
    await accessChanged(transaction)
  })
}

function checkSeedRoles({ roles, permissions }: Business): void {
  const declared = new Set(['*', ...permissions.map(({ name }) => name)])
  for (const role of roles) {
    const unknown = role.permissions.find((name) => !declared.has(name))
    if (unknown) throw new Error(`role "${role.name}": no permission "${unknown}" is declared`)
  }
}

async function addPermissions(database: Sql, { permissions }: Business): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    insert into permissions (name, guard_name, "group", description)
    select name, 'api', "group", description
    from jsonb_to_recordset(${JSON.stringify(permissions)}::jsonb)
      as declared (name text, "group" text, description text)
    where not exists (
      select from permissions known where known.name = declared.name and known.guard_name = 'api'
    )
    returning name`.execute(database)
  return rows.map(({ name }) => name)
}

/** Notes which permissions guard nothing yet, so that no list of permissions offers them. */
async function markPlanned(database: Sql, { permissions }: Business): Promise<void> {
  const planned = permissions.filter((one) => one.planned).map(({ name }) => name)
  await sql`
    update permissions set is_active = not is_active
    where guard_name = 'api' and is_active = (name = any(${planned}::text[]))`.execute(database)
}

/** Creates the seed roles where there are none. Answers whether it did. */
async function addRoles(database: Sql, { roles }: Business): Promise<boolean> {
  const { rows } = await sql`select from roles limit 1`.execute(database)
  if (rows.length > 0) return false
  for (const { name, permissions } of roles) {
    await sql`
      with role as (
        insert into roles (name, guard_name, is_full)
        values (${name}, 'api', ${permissions.includes('*')}) returning id
      )
      insert into roles_permissions (record_id, target_id)
      select role.id, permissions.id from role, permissions
      where permissions.name = any(${[...permissions]}::text[])
    `.execute(database)
  }
  return true
}
