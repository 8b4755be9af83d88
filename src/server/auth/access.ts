import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Backend, Business } from '../kernel/backend.ts'

/** Carries a word to every process whenever the answer to "who may do what" has changed. */
export const accessChannel = 'leadgate_access'

const watchers = new Set<() => void>()

/**
 * Makes every process forget who may do what. Belongs in the transaction of every write to users, roles,
 * permissions, their joins and sessions.
 */
export async function accessChanged(database: Sql): Promise<void> {
  for (const watcher of watchers) watcher()
  await sql`select pg_notify(${accessChannel}, '')`.execute(database)
}

/** Calls back before a change made by this very process is committed. Returns a function that stops it. */
export function watchChanges(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/**
 * Brings the stored permissions and roles up to what the business declares, and takes nothing away: missing
 * permissions are added, and given to the full roles; an empty database gets the seed roles.
 */
export async function syncAccess({ database, business }: Backend): Promise<void> {
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

/** Creates the seed roles where there are none. Returns whether it did. */
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
