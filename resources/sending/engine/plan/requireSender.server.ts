import { sql } from 'kysely'

import type { User } from '#schema'
import { forbidden, type Context, type Sql } from '#server'

import { msg } from '../../../msg.server.ts'

/** The permission alone is not enough (product.md D3). */
export async function requireSender({ id }: Pick<User, 'id'>, database: Sql): Promise<void> {
  const { rows } = await sql`select from users where id = ${id} and is_sender`.execute(database)
  if (rows.length === 0) throw forbidden(msg('you_are_no_sender'))
}

/** Throws 403 where somebody sends leads that may be at another department, and may not (product.md 4.1, 12). */
export function requireForce(asked: { is_forced?: boolean | undefined }, user: User): void {
  if (asked.is_forced && !user.permissions.has('lead.send.force')) throw forbidden()
}

/** Throws 403 unless the user of a job has the permission with which it was begun, and is still a sender. */
export async function requireSenderWith(
  permission: string,
  { user, sql: database }: Pick<Context, 'user' | 'sql'>,
): Promise<void> {
  if (!user.permissions.has(permission)) throw forbidden()
  await requireSender(user, database)
}
