import { sql, type RawBuilder } from 'kysely'

import { kindOf, type Field, type User } from '#schema'

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

/** The ids of the roles of the user whose id stands in the column. */
const roleIds = (column: string): RawBuilder<number[]> => sql`array(
  select ur.target_id from users_roles ur where ur.record_id = ${sql.ref(column)} order by 1
)`

/** A user as `userColumns` reads it. */
export interface UserRow extends Omit<User, 'permissions'> {
  readonly permissions: string[]
}

/** The columns of a user of the table `u`: what rules may ask of a user. */
export const userColumns = (backend: Pick<Backend, 'resource'>): RawBuilder<UserRow> => sql`
  u.id, u.name, u.email, u.timezone, ${sessionFields(backend)} as session,
  ${permissionNames('u.id')} as permissions, ${roleIds('u.id')} as roles`

/** An object of the fields that are declared `inSession`. */
function sessionFields(backend: Pick<Backend, 'resource'>): RawBuilder<User['session']> {
  const parts = Object.entries<Field>(backend.resource('users').fields)
    .filter(([, { options }]) => options.inSession)
    .map(([name, field]) => {
      const column = sql.ref(`u.${name}`)
      return sql`${sql.lit(name)}, ${kindOf(field).isYesOrNo ? sql`${column}::integer` : column}`
    })
  return sql`jsonb_build_object(${sql.join(parts)})`
}

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
