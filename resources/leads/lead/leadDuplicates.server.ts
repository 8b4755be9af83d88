import { sql } from 'kysely'

import { mayUnmask, type FieldErrors, type User } from '#schema'
import { invalid, prepared, type Context, type InsertGuard } from '#server'

import { lead, type Lead } from './lead.ts'
import { msg } from '../../msg.server.ts'

interface Other {
  readonly id: number
  readonly email_key: string | null
  readonly phone_key: string | null
}

/** Refuses a lead that shares a key with another live one. Its keys must be locked. */
export async function refuseDuplicates(
  values: Partial<Lead>,
  context: Context,
  self = 0,
): Promise<void> {
  const guard = duplicates(values, context, self)
  if (!guard) return
  const { rows } = await sql<{ found: unknown }>`${prepared}
    select (${guard.query}) as found`.execute(context.sql)
  guard.assertAllowed(rows[0]?.found)
}

/** The live leads that share a key with a lead, as what forbids it. */
export function duplicates(
  { email_key = null, phone_key = null }: Partial<Lead>,
  { user }: Pick<Context, 'user'>,
  self = 0,
): InsertGuard | undefined {
  if (email_key === null && phone_key === null) return undefined
  const query = sql`
    select json_agg(other) from (
      select id, email_key, phone_key from leads
      where deleted_at is null and id <> ${self}::bigint
        and (email_key = ${email_key}::text or phone_key = ${phone_key}::text)
      order by id limit 10
    ) other`
  return { query, assertAllowed: (found) => assertNone(found as Other[] | null) }

  function assertNone(found: Other[] | null): void {
    if (!found) return
    const errors: FieldErrors = {}
    const byPhone = found.find((other) => other.phone_key === phone_key && phone_key)
    const byEmail = found.find((other) => other.email_key === email_key && email_key)
    if (byPhone) errors['phone'] = [messageOf(byPhone, user)]
    if (byEmail) errors['email'] = [messageOf(byEmail, user)]
    throw invalid(errors)
  }
}

/** Which lead has a contact is for those to know who may see contacts. */
const messageOf = ({ id }: Other, user: User) =>
  lead.access.show(user) === true && mayUnmask(user, lead.fields.email)
    ? msg('there_is_a_lead_with_it', { id })
    : msg('there_is_a_lead_with_it_already')
