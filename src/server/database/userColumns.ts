import { sql, type RawBuilder } from 'kysely'

import { kindOf, type Field, type User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { permissionNames } from './permissionNames.ts'

/** A user as `userColumns` reads it. */
export interface UserRow extends Omit<User, 'permissions'> {
  readonly permissions: string[]
}

/** The columns of a user of the table `u`: what rules may ask of a user. */
export const userColumns = (backend: Pick<Backend, 'resource'>): RawBuilder<UserRow> => sql`
  u.id, u.name, u.email, u.timezone, ${sessionFields(backend)} as session,
  ${permissionNames('u.id')} as permissions, ${roleIds('u.id')} as roles`

/** The ids of the roles of the user whose id stands in the column. */
const roleIds = (column: string): RawBuilder<number[]> => sql`array(
  select ur.target_id from users_roles ur where ur.record_id = ${sql.ref(column)} order by 1
)`

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
