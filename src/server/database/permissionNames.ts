import { sql, type RawBuilder } from 'kysely'

import type { Backend } from '../kernel/backend.ts'

/**
 * The names of the permissions of all roles of the user whose id stands in the column. Only those of our own
 * guard count: names are unique within a guard, so that no name has a second permission.
 */
export const permissionNames = (column: string): RawBuilder<string[]> => sql`array(
  select distinct p.name
  from users_roles ur
  join roles_permissions rp on rp.record_id = ur.target_id
  join permissions p on p.id = rp.target_id
  where ur.record_id = ${sql.ref(column)} and p.guard_name = 'api'
  order by 1
)`

/** The ids of the users who have a role with a permission. */
export const holdersOf = (permission: string): RawBuilder<number> => sql`
  select ur.record_id
  from permissions p
  join roles_permissions rp on rp.target_id = p.id
  join users_roles ur on ur.target_id = rp.record_id
  where p.name = ${permission} and p.guard_name = 'api'`

/** Permissions by their names, in words and by heading, in the order of the role editor. */
export async function describePermissions(
  { database, business }: Backend,
  names: Iterable<string>,
) {
  const { rows } = await sql<{ name: string; group: string | null; description: string | null }>`
    select name, "group", description from permissions
    where guard_name = 'api' and name = any(${[...names]}::text[]) order by id
  `.execute(database.sql)
  const places = new Map(business.permissions.map(({ name }, place) => [name, place]))
  const placeOf = ({ name }: { name: string }) => places.get(name) ?? places.size
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}
