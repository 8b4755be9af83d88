import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import type { Backend, Business } from '../backend.ts'
import type { Sql } from '../database/database.ts'
import { accessChanged } from './accessChanged.ts'

/**
 * Brings the stored permissions and roles up to what the business declares, and takes nothing away: missing
 * permissions are added, and given to the roles that hold everything; an empty database gets the seed roles.
 */
export async function syncAccess({ database, business }: Backend): Promise<void> {
  checkSeedRoles(business)
  await database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadgate access'))`.execute(transaction)
    const added = await addPermissions(transaction, business)
    const isFresh = await addRoles(transaction, business)
    if (!isFresh && added.length > 0) await grantAdded(transaction, business, added)
    if (!isFresh && added.length === 0) return
    await recordAudit(transaction, { action: 'permissions_added', detail: { permissions: added } })
    await accessChanged(transaction)
  })
}

/** The roles that hold every permission, whichever are still to come. */
export const fullRoles = ({ roles }: Pick<Business, 'roles'>): string[] =>
  roles.filter(({ permissions }) => permissions.includes('*')).map(({ name }) => name)

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

/** Creates the seed roles where there are none. Answers whether it did. */
async function addRoles(database: Sql, { roles }: Business): Promise<boolean> {
  const { rows } = await sql`select from roles limit 1`.execute(database)
  if (rows.length > 0) return false
  for (const { name, permissions } of roles) {
    await sql`
      with role as (insert into roles (name, guard_name) values (${name}, 'api') returning id)
      insert into roles_permissions (record_id, target_id)
      select role.id, permissions.id from role, permissions
      where ${permissions.includes('*')} or permissions.name = any(${[...permissions]}::text[])
    `.execute(database)
  }
  return true
}

async function grantAdded(
  database: Sql,
  business: Business,
  added: readonly string[],
): Promise<void> {
  await sql`
    insert into roles_permissions (record_id, target_id)
    select roles.id, permissions.id from roles, permissions
    where roles.name = any(${fullRoles(business)}::text[]) and roles.guard_name = 'api'
      and permissions.name = any(${[...added]}::text[]) and permissions.guard_name = 'api'
    on conflict do nothing`.execute(database)
}
